import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Provider } from 'urql';
import { expect, it } from 'vitest';
import { type Script, SHELL, scriptedServer } from '../../test/server';
import { Look } from './Look';
import { Shell } from './Shell';

const page = (name: string) => (
  <>
    <h1>{name}</h1>
    <input type="search" aria-label="Search" />
  </>
);

function open(script: Script = {}) {
  const { client } = scriptedServer(script);
  const children = ['tools', 'executions', 'agents'].map((path) => ({ path, element: page(path) }));
  const router = createMemoryRouter(
    [{ element: <Shell />, hydrateFallbackElement: <div />, children }],
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
  await user.keyboard('?');
  expect(await screen.findByText('Go to executions')).toBeInTheDocument();
});

it('shows People to admins only', async () => {
  open(shellFor({ isAdmin: false }));
  await screen.findByRole('link', { name: 'Agents' });
  expect(screen.queryByRole('link', { name: 'People' })).not.toBeInTheDocument();
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
