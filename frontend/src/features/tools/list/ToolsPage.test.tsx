import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderRoutes } from '../../../../test/render';
import { connection, scriptedServer } from '../../../../test/server';
import { toolRoutes } from '../routes';
import { AROUND, BOT, tool } from '../toolFixture';

const open = (path: string, tools: object[]) => {
  const server = scriptedServer({ Query: { ...AROUND, tools: connection(tools) } });
  return { server, ...renderRoutes(toolRoutes, path, server.client) };
};

describe('the tools list', () => {
  it('leads from each row to the tool, its category and its owner', async () => {
    open('/tools', [
      tool(),
      tool({ id: 'tool_2', name: 'other', displayName: 'Other', owner: BOT }),
    ]);
    const links = async (name: string) =>
      (await screen.findAllByRole('link', { name: new RegExp(name) })).map((each) =>
        each.getAttribute('href'),
      );
    expect(await links('Invoice total')).toEqual(['/tools/tool_1']);
    expect(await links('Finance')).toContain('/tools?category=category_1');
    expect(await links('Ada Lovelace')).toEqual(['/tools?owner=user_1']);
    expect(await links('Billing bot')).toEqual(['/tools?owner=agent_1']);
  });

  it('puts what is typed into the URL and asks the server once, when typing pauses', async () => {
    const { server, router } = open('/tools', [tool()]);
    await screen.findByRole('link', { name: 'Invoice total' });
    await userEvent.type(screen.getByRole('searchbox'), 'csv');
    await waitFor(() => expect(router.state.location.search).toBe('?q=csv'));
    await waitFor(() => {
      const searches = server.sent
        .filter(({ name }) => name === 'ToolsList')
        .map(({ variables }) => (variables.filter as { search: string | null }).search);
      expect(searches).toEqual([null, 'csv']);
    });
  });

  it('asks for what a link filters by', async () => {
    const { server } = open('/tools?status=DRAFT&tag=csv&deleted=1', []);
    await screen.findByText('No tool fits these filters');
    const asked = server.sent.find(({ name }) => name === 'ToolsList')?.variables.filter;
    expect(asked).toMatchObject({ status: ['DRAFT'], tags: ['csv'], deleted: true });
  });

  it('narrows to the tools that bash runs', async () => {
    const { server, router } = open('/tools', [tool()]);
    await userEvent.click(await screen.findByLabelText('Executor'));
    await userEvent.click(await screen.findByTitle('Shell'));
    await waitFor(() => expect(router.state.location.search).toBe('?executor=SHELL'));
    await waitFor(() => {
      const asked = server.sent.filter(({ name }) => name === 'ToolsList').at(-1);
      expect(asked?.variables.filter).toMatchObject({ executorType: ['SHELL'] });
    });
  });

  it('teaches what a tool is when there is none', async () => {
    open('/tools', []);
    expect(await screen.findByText(/A tool is a Python or shell script/)).toBeInTheDocument();
    const create = screen.getByRole('link', { name: 'Write your first tool' });
    expect(create).toHaveAttribute('href', '/tools/new');
  });

  it('draws only the rows in sight of a long list, and says how many there are', async () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      tool({ id: `tool_${index}`, displayName: `Tool ${index}` }),
    );
    open('/tools', many);
    const table = await screen.findByRole('table', { name: 'Tools' });
    expect(table).toHaveAttribute('aria-rowcount', '501');
    expect(within(table).getAllByRole('row').length).toBeLessThan(50);
  });
});
