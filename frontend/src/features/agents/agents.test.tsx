import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderRoutes } from '../../../test/render';
import { connection, type Script, scriptedServer } from '../../../test/server';
import { agentRoutes } from './routes';

const TOKEN = {
  id: 'access_token_1',
  name: 'laptop',
  prefix: 'tcb_ab12',
  scope: 'EXECUTE',
  onBehalfOf: null,
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null as string | null,
  createdAt: '2026-01-01T00:00:00Z',
};
const AGENT = {
  __typename: 'Agent',
  id: 'agent_1',
  name: 'clerk',
  displayName: 'The clerk',
  description: 'Files invoices',
  icon: null,
  isActive: true,
  createdAt: '2026-01-01T00:00:00Z',
  owner: { id: 'user_1', displayName: 'Ada' },
  profile: { id: 'agent_profile_1', persona: 'You file invoices.', tokens: connection([TOKEN]) },
  permissions: connection([]),
};

function open(script: Script, path = '/agents/agent_1') {
  const server = scriptedServer({
    ...script,
    Query: { agent: AGENT, agents: connection([AGENT]), users: connection([]), ...script.Query },
  });
  return { server, ...renderRoutes(agentRoutes, path, server.client) };
}
const mutations = (server: ReturnType<typeof scriptedServer>) =>
  server.sent.filter(({ kind }) => kind === 'mutation').map(({ variables }) => variables.input);

it('shows a new token once, with a command that uses it, and never again', async () => {
  const { server } = open({
    Mutation: {
      createAccessToken: () => ({
        accessToken: { ...TOKEN, id: 'access_token_2', name: 'server' },
        secret: 'tcb_the-secret',
        userErrors: [],
      }),
    },
  });
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole('button', { name: /Create a token/ }));
  await user.type(await screen.findByLabelText('Name'), 'server');
  await user.click(screen.getByRole('radio', { name: /Read/ }));
  await user.click(screen.getAllByRole('button', { name: 'Create a token' }).at(-1) as HTMLElement);

  expect(await screen.findByText('tcb_the-secret')).toBeInTheDocument();
  expect(screen.getByText(/curl .*Authorization: Bearer tcb_the-secret/s)).toBeInTheDocument();
  expect(mutations(server)).toEqual([
    { subject: 'agent_1', name: 'server', scope: 'READ', expiresAt: expect.any(String) },
  ]);
  await user.click(screen.getByRole('button', { name: 'I have copied it' }));
  await waitFor(() => expect(screen.queryByText('tcb_the-secret')).not.toBeInTheDocument());
});

it('puts a refusal at its field and makes no token', async () => {
  open({
    Mutation: {
      createAccessToken: () => ({
        accessToken: null,
        secret: null,
        userErrors: [{ code: 'INVALID_INPUT', message: 'That name is taken.', field: ['name'] }],
      }),
    },
  });
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole('button', { name: /Create a token/ }));
  await user.type(await screen.findByLabelText('Name'), 'laptop');
  await user.click(screen.getAllByRole('button', { name: 'Create a token' }).at(-1) as HTMLElement);
  expect(await screen.findByText('That name is taken.')).toBeInTheDocument();
  expect(screen.queryByText(/Copy it now/)).not.toBeInTheDocument();
});

it('revokes a token only after asking, and shows it as revoked', async () => {
  const { server } = open({
    Mutation: {
      revokeAccessToken: () => ({
        accessToken: { ...TOKEN, revokedAt: '2026-02-01T00:00:00Z' },
        userErrors: [],
      }),
    },
  });
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole('button', { name: 'Revoke laptop' }));
  expect(mutations(server)).toEqual([]);
  const question = await screen.findByRole('tooltip');
  await user.click(within(question).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Revoked')).toBeInTheDocument();
  expect(mutations(server)).toEqual([{ id: 'access_token_1' }]);
});

it('hides persona, tokens and buttons from those who may not see them', async () => {
  open({ Query: { agent: { ...AGENT, profile: null } } });
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('The clerk');
  expect(screen.queryByText('Access tokens')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Edit/ })).not.toBeInTheDocument();
});

it('creates an agent and opens its page', async () => {
  const { server, router } = open(
    { Mutation: { createAgent: () => ({ agent: AGENT, userErrors: [] }) } },
    '/agents',
  );
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole('button', { name: /Create an agent/ }));
  await user.type(await screen.findByLabelText('Name'), 'clerk');
  await user.type(screen.getByLabelText('Title'), 'The clerk');
  await user.click(
    screen.getAllByRole('button', { name: 'Create an agent' }).at(-1) as HTMLElement,
  );
  await waitFor(() => expect(router.state.location.pathname).toBe('/agents/agent_1'));
  expect(mutations(server)).toEqual([
    { name: 'clerk', displayName: 'The clerk', description: '', persona: '', icon: null },
  ]);
});

it('says that something is not there instead of showing an empty page', async () => {
  open({ Query: { agent: null } });
  expect(await screen.findByText('Nothing here')).toBeInTheDocument();
});
