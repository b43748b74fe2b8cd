import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderRoutes } from '../../../../test/render';
import { scriptedServer } from '../../../../test/server';
import { toolRoutes } from '../routes';
import { AROUND, refusal, tool } from '../toolFixture';

function open(updateToolPolicy: unknown, change: Record<string, unknown> = {}) {
  const server = scriptedServer({
    Query: { ...AROUND, tool: tool(change) },
    Mutation: {
      updateToolPolicy,
      checkTool: { suggestedEntry: 'MAIN', warnings: [], userErrors: [] },
    },
  });
  const { client, sent } = server;
  const changes = () =>
    sent.filter(({ name }) => name === 'UpdateToolPolicy').map(({ variables }) => variables.input);
  return { changes, ...renderRoutes(toolRoutes, '/tools/tool_1/editor', client) };
}
// By their text: asking for roles is slow in a page as large as the editor.
const save = () =>
  userEvent.click(screen.getByText('Save these settings').closest('button') as Element);

it('takes the network from a tool, and says in words what that means', async () => {
  const saved = { tool: tool({ network: 'NONE' }), userErrors: [] };
  const { changes } = open(saved);
  expect(await screen.findByText(/cloud metadata addresses included/)).toBeInTheDocument();
  await userEvent.click(screen.getByText(/it gets a private, empty network/));
  await save();
  expect(await screen.findByText('Visibility, limits and network were saved.')).toBeInTheDocument();
  expect(changes()).toEqual([
    { id: 'tool_1', policy: { network: 'NONE' }, expected: { network: 'FULL' } },
  ]);
  expect(screen.getByText('No network')).toBeInTheDocument();
});

it('shows what somebody else made of it meanwhile', async () => {
  open({ tool: null, userErrors: [refusal('CONFLICT', 'is NONE by now', 'expected', 'network')] });
  await userEvent.click(await screen.findByText(/it gets a private, empty network/));
  await save();
  expect(await screen.findByText('is NONE by now')).toBeInTheDocument();
});

it('is only to be read by those who do not manage the tool', async () => {
  open(undefined, { viewerPermission: 'READ', network: 'NONE' });
  expect(await screen.findByRole('radio', { name: /^None/ })).toBeDisabled();
  expect(screen.queryByText('Save these settings')).not.toBeInTheDocument();
});
