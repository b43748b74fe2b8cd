import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderRoutes } from '../../../test/render';
import { connection, scriptedServer } from '../../../test/server';
import { toolRoutes } from './routes';
import { ADA, AROUND, BOT, refusal, tool, version } from './toolFixture';

type Mutations = Record<string, unknown>;

function open(path: string, mutations: Mutations = {}, answered: object | null = tool()) {
  const server = scriptedServer({ Query: { ...AROUND, tool: answered }, Mutation: mutations });
  const sent = (name: string) =>
    server.sent.filter((each) => each.name === name).map(({ variables }) => variables.input);
  return { sent, ...renderRoutes(toolRoutes, path, server.client) };
}

const choose = async (label: string, option: RegExp) => {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByText(option));
};

describe('the page of a tool', () => {
  it('draws its schema and its function definition in each format', async () => {
    open('/tools/tool_1');
    const table = await screen.findByRole('table', { name: 'Input' });
    expect(within(table).getByText('amount')).toBeInTheDocument();
    expect(within(table).getByText('number')).toBeInTheDocument();
    await userEvent.click(screen.getByText('Anthropic'));
    expect(screen.getByText(/"format": "ANTHROPIC"/)).toBeInTheDocument();
  });

  it('offers only the moves that are allowed, and says why one was refused', async () => {
    const moveToolStatus = { tool: null, userErrors: [refusal('ILLEGAL_MOVE', 'Not from here.')] };
    const { sent } = open('/tools/tool_1', { moveToolStatus }, tool({ statusMoves: ['ACTIVATE'] }));
    await userEvent.click(await screen.findByRole('button', { name: 'Activate' }));
    expect(await screen.findByText('Not from here.')).toBeInTheDocument();
    expect(sent('MoveToolStatus')).toEqual([{ id: 'tool_1', move: 'ACTIVATE' }]);
    expect(screen.queryByText('Deprecate')).not.toBeInTheDocument();
  });

  it('deletes at once, and brings the tool back by undo', async () => {
    let now = tool();
    const becomes = (change: Record<string, unknown>) => () => {
      now = tool(change);
      return { tool: now, userErrors: [] };
    };
    const { sent } = open(
      '/tools/tool_1',
      {
        deleteTool: becomes({ deletedAt: '2026-11-21T21:00:00Z', statusMoves: [] }),
        undeleteTool: becomes({}),
      },
      () => now,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByText('Delete'));
    expect(await screen.findByText(/This tool was deleted/)).toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Invoice total is back.')).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.queryByText(/This tool was deleted/)).not.toBeInTheDocument(),
    );
    expect(sent('UndeleteTool')).toEqual([{ id: 'tool_1' }]);
  });

  it('answers a tool one may not see like one that does not exist', async () => {
    open('/tools/tool_9', {}, null);
    expect(await screen.findByText(/It doesn't exist, or you may not see it/)).toBeInTheDocument();
  });

  it('compares two versions from a link, and restores one with a changelog', async () => {
    const versions = {
      versionNumber: ({ version: number }: { version: number }) =>
        version(number, 3, number === 1 ? { scriptContent: 'old', description: 'Old words.' } : {}),
    };
    const restoreToolVersion = { tool: tool({ version: 4 }), userErrors: [] };
    const { sent } = open(
      '/tools/tool_1/versions?compare=3&compare=1',
      { restoreToolVersion },
      tool(versions),
    );
    expect(await screen.findByText('Old words.')).toBeInTheDocument();
    expect(await screen.findByText('Callers can go on as they did.')).toBeInTheDocument();
    expect(await screen.findByRole('textbox', { name: 'Version 1' })).toHaveValue('old');
    const [first] = await screen.findAllByRole('button', { name: 'Restore' });
    await userEvent.click(first as HTMLElement);
    await userEvent.click(await screen.findByRole('button', { name: 'Restore as version 4' }));
    expect(await screen.findByText('Version 2 is now version 4.')).toBeInTheDocument();
    expect(sent('RestoreToolVersion')).toEqual([
      { id: 'tool_1', version: 2, expectedVersion: 3, changelog: 'Restores version 2' },
    ]);
  });

  it('compares a Python version with the shell script that it became', async () => {
    const shell = {
      executorType: 'SHELL',
      executorConfig: { output: 'TEXT' },
      scriptContent: 'ls',
    };
    const versions = {
      versionNumber: ({ version: number }: { version: number }) =>
        version(number, 3, number === 3 ? shell : {}),
    };
    open('/tools/tool_1/versions?compare=3&compare=1', {}, tool(versions));
    expect(await screen.findByRole('row', { name: 'Executor Python Shell' })).toBeInTheDocument();
    const script = await screen.findByRole('textbox', { name: 'Version 3' });
    expect(script).toHaveValue('ls');
    expect(script).toHaveAttribute('data-language', 'shell');
  });

  it('grants access to an agent, and keeps the form when that is refused', async () => {
    const grantToolPermission = {
      toolPermission: null,
      userErrors: [refusal('INVALID_INPUT', 'Must lie in the future.', 'expiresAt')],
    };
    const { sent } = open('/tools/tool_1/access', { grantToolPermission });
    await screen.findByText('Nobody was granted access yet');
    await choose('Person or agent', /Billing bot/);
    await userEvent.click(screen.getByRole('button', { name: 'Grant' }));
    expect(await screen.findByText(/Must lie in the future/)).toBeInTheDocument();
    expect(sent('GrantToolPermission')).toEqual([
      { tool: 'tool_1', subject: 'agent_1', permission: 'EXECUTE', expiresAt: null },
    ]);
  });

  it('revokes a grant after asking', async () => {
    const grant = {
      __typename: 'ToolPermission',
      id: 'permission_1',
      subject: BOT,
      permission: 'EXECUTE',
      grantedBy: ADA,
      expiresAt: null,
      createdAt: '2026-11-21T20:00:00Z',
    };
    const { sent } = open(
      '/tools/tool_1/access',
      { revokeToolPermission: { deletedId: 'permission_1', userErrors: [] } },
      tool({ permissions: connection([grant]) }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(sent('RevokeToolPermission')).toEqual([{ id: 'permission_1' }]));
  });

  it('says in plain words what making a tool public shows', async () => {
    open('/tools/tool_1/access', {}, tool({ visibility: 'PUBLIC' }));
    expect(await screen.findByText(/its source is shown to everyone/)).toBeInTheDocument();
    expect(screen.getByText(/Don't keep secrets in the script/)).toBeInTheDocument();
  });
});
