import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Provider } from 'urql';
import { expect, it } from 'vitest';
import { connection, type Script, SHELL, scriptedServer } from '../../test/server';
import { SHORTCUTS } from './keyboard/map';
import { singleKeys } from './keyboard/useShortcut';
import { Look } from './Look';
import { PLACES } from './places';
import { Shell } from './Shell';
import { setThemeChoice } from './theme';

const page = (name: string) => (
  <>
    <h1>{name}</h1>
    <input type="search" aria-label="Search" />
    <table>
      <tbody>
        <tr>
          <td>
            <a href="/first">The first</a>
          </td>
        </tr>
        <tr>
          <td>
            <a href="/second">The second</a>
          </td>
        </tr>
      </tbody>
    </table>
  </>
);

function open(script: Script = {}) {
  const { client } = scriptedServer(script);
  const children = ['tools', 'executions', 'agents'].map((path) => ({ path, element: page(path) }));
  const router = createMemoryRouter(
    [
      {
        element: <Shell />,
        hydrateFallbackElement: <div />,
        children: [...children, { path: '*', element: page('else') }],
      },
    ],
    { initialEntries: ['/tools'] },
  );
  render(
    <Look>
      <Provider value={client}>
        <RouterProvider router={router} />
      </Provider>
    </Look>,
  );
  return { router, user: userEvent.setup({ delay: null }) };
}
const shellFor = (viewer: object) => ({
  Query: { viewer: { ...(SHELL.viewer as object), ...viewer } },
});

it('says plainly that scripts are not isolated, and what that means', async () => {
  const { user } = open();
  const sign = await screen.findByText('Not isolated');
  await user.click(sign);
  expect(await screen.findByText('Scripts are not isolated here.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'More on the health page' })).toHaveAttribute(
    'href',
    '/health',
  );
});

it('goes by keyboard: places, search, help', async () => {
  const { router, user } = open();
  await screen.findByRole('heading', { name: 'tools' });
  await user.keyboard('ge');
  await waitFor(() => expect(router.state.location.pathname).toBe('/executions'));
  await user.keyboard('ga');
  await waitFor(() => expect(router.state.location.pathname).toBe('/agents'));
  await screen.findByRole('heading', { name: 'agents' });
  await user.keyboard('/');
  expect(screen.getByLabelText('Search')).toHaveFocus();
  await user.keyboard('gt');
  expect(screen.getByLabelText('Search')).toHaveValue('gt');
  expect(router.state.location.pathname).toBe('/agents');
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('jj');
  expect(screen.getByText('The second')).toHaveFocus();
  await user.keyboard('k');
  expect(screen.getByText('The first')).toHaveFocus();
  await user.keyboard('?');
  expect(await screen.findByText('Go to Executions')).toBeInTheDocument();
});

it('lets single keys be switched off, and remembers it', async () => {
  const { router, user } = open();
  await screen.findByRole('heading', { name: 'tools' });
  await user.keyboard('?');
  await user.click(await screen.findByRole('switch', { name: 'Shortcuts of single keys' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.keyboard('ge?');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/tools');
  expect(localStorage.getItem('toolcrib.single-keys')).toBe('false');
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('combobox')).toHaveFocus();
  singleKeys.set(true);
});

it('gives each place and each command keys of its own', () => {
  const single = Object.values(SHORTCUTS).map(({ keys }) => keys);
  const all = [...single, ...PLACES.map(({ letter }) => letter), 'g'];
  expect(new Set(all).size).toBe(all.length);
});

it('finds everything by name in the command palette, and opens it', async () => {
  const tool = { id: 'tool_1', name: 'read_csv', displayName: 'Read a table' };
  const { router, user } = open({
    Query: {
      tools: ({ filter }: { filter: { search: string } }) =>
        connection('read_csv'.includes(filter.search) ? [tool] : []),
      agents: connection([]),
      users: connection([]),
      executions: connection([]),
    },
  });
  await screen.findByRole('heading', { name: 'tools' });
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox');
  await user.type(field, 'agen');
  const option = await screen.findByRole('option', { name: /Go to Agents/, selected: true });
  expect(field).toHaveAttribute('aria-activedescendant', option.id);
  await user.clear(field);
  await user.type(field, 'csv');
  expect(
    await screen.findByRole('option', { name: /Read a table/, selected: true }),
  ).toBeInTheDocument();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/tools/tool_1'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.keyboard('{Control>}k{/Control}');
  const lately = await screen.findByRole('group', { name: 'Used lately' });
  expect(within(lately).getByRole('option', { name: /Read a table/ })).toBeInTheDocument();
});

it('opens the first that is found when Enter came before the answer', async () => {
  const tool = { id: 'tool_1', name: 'read_csv', displayName: 'Read a table' };
  const { router, user } = open({
    Query: {
      tools: ({ filter }: { filter: { search: string } }) =>
        connection(filter.search === 'zq' ? [tool] : []),
      agents: connection([]),
      users: connection([]),
      executions: connection([]),
    },
  });
  await screen.findByRole('heading', { name: 'tools' });
  await user.keyboard('?');
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox'), 'zq{Enter}');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(router.state.location.pathname).toBe('/tools');
  await waitFor(() => expect(router.state.location.pathname).toBe('/tools/tool_1'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('changes the appearance and the language from the command palette', async () => {
  const { user } = open({
    Query: {
      tools: connection([]),
      agents: connection([]),
      users: connection([]),
      executions: connection([]),
    },
  });
  await screen.findByRole('heading', { name: 'tools' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox'), 'dark{Enter}');
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'));
  setThemeChoice('system');
});

it('shows the pages of admins to admins only', async () => {
  const { router, user } = open(shellFor({ isAdmin: false }));
  await screen.findByRole('link', { name: 'Settings' });
  await user.keyboard('gp');
  expect(router.state.location.pathname).toBe('/tools');
  await user.keyboard('?');
  await screen.findByText('Go to Settings');
  expect(screen.queryByText('Go to People')).not.toBeInTheDocument();
});

it('says what to do when the server fails', async () => {
  open({
    Query: {
      server: () => {
        throw new Error('The database is away. Try again in a moment.');
      },
    },
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('The database is away.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});
