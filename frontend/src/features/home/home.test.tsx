import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderRoutes } from '../../../test/render';
import { connection, type Script, scriptedServer } from '../../../test/server';
import type { ChartProps } from './chart';
import { homeRoutes } from './routes';

// A chart needs a canvas; the browser tests draw the real one.
vi.mock('./TimeChart', () => ({
  default: ({ label, starts }: ChartProps) => (
    <div role="img" aria-label={`${label}: ${starts.length}`} />
  ),
}));

const bucket = (start: string, calls: number) => ({
  start,
  calls,
  failures: 0,
  slow: 0,
  p50Ms: calls ? 120 : null,
  p95Ms: calls ? 3500 : null,
});

const statistics = (calls: number) => ({
  since: '2026-01-01T00:00:00Z',
  until: '2026-01-02T00:00:00Z',
  bucketSeconds: 900,
  totals: { calls, failures: 2, slow: 0, p50Ms: 120, p95Ms: 3500 },
  buckets: [bucket('2026-01-01T00:00:00Z', calls), bucket('2026-01-01T00:15:00Z', 0)],
  topTools: [
    { tool: { id: 'tool_1', displayName: 'Add' }, calls, failures: 2, slow: 0, p50Ms: 1, p95Ms: 2 },
  ],
  slowTools: [],
  topCallers: [],
  topFailures: [
    {
      tool: { id: 'tool_1', displayName: 'Add' },
      errorCode: 'SCRIPT_ERROR',
      failures: 2,
      latest: { id: 'execution_9', createdAt: '2026-01-01T00:00:00Z' },
    },
  ],
});

const run = (id: string, status: string) => ({
  id,
  status,
  toolVersion: 1,
  errorCode: null,
  durationMs: null,
  performanceWarning: false,
  createdAt: '2026-01-01T00:00:00Z',
  tool: { id: `tool_of_${id}`, name: 'add', displayName: `Tool of ${id}` },
  caller: { __typename: 'User', id: 'user_1', username: 'ada', displayName: 'Ada' },
});

const filterOf = (args: unknown) => (args as { filter?: { status?: string[] } }).filter;

function open(path = '/', calls = 7, query: Script['Query'] = {}) {
  const server = scriptedServer({
    Query: {
      statistics: () => statistics(calls),
      tools: () => connection([]),
      agents: () => connection([]),
      executions: (args: unknown) =>
        connection(filterOf(args)?.status ? [run('execution_1', 'RUNNING')] : []),
      ...query,
    },
  });
  return {
    ...server,
    ...renderRoutes(homeRoutes, path, server.client),
    user: userEvent.setup({ delay: null }),
  };
}

it('shows a run that starts, and lets go of one that ends', async () => {
  const { push } = open();
  expect(await screen.findByRole('link', { name: 'Tool of execution_1' })).toBeInTheDocument();
  push('executions', run('execution_2', 'PENDING'));
  expect(await screen.findByRole('link', { name: 'Tool of execution_2' })).toBeInTheDocument();
  push('executions', run('execution_1', 'SUCCESS'));
  await waitFor(() =>
    expect(screen.queryByRole('link', { name: 'Tool of execution_1' })).toBeNull(),
  );
});

it('leads from a failure to its last run and to all of its kind', async () => {
  open();
  expect(await screen.findByText('SCRIPT_ERROR')).toBeInTheDocument();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toContain('/executions/execution_9');
  expect(links).toContain('/executions?tool=tool_1&status=FAILED,TIMEOUT&since=24h');
});

it('keeps the span and the view in the address, and asks the server for that span', async () => {
  const { router, sent, user } = open('/?span=week&view=table');
  expect(await screen.findByRole('columnheader', { name: 'From' })).toBeInTheDocument();
  expect(sent.find(({ name }) => name === 'Home')?.variables).toMatchObject({ span: 'WEEK' });
  await user.click(screen.getByText('Chart'));
  expect(await screen.findByRole('img', { name: 'Duration over time: 2' })).toBeInTheDocument();
  await user.click(screen.getByText('Month'));
  expect(router.state.location.search).toBe('?span=month');
});

it('says what to do where nothing was called', async () => {
  open('/?span=nonsense', 0);
  expect(await screen.findByText('Choose a longer span, or run a tool.')).toBeInTheDocument();
  expect(screen.queryByRole('img', { name: /over time/ })).toBeNull();
});

it('walks with a newcomer from the first tool to the first call, and goes when it is told to', async () => {
  const { user } = open('/', 7, { tools: () => connection([{ id: 'tool_1' }]) });
  expect(await screen.findByText('2 of 7 done')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Run it' })).toHaveAttribute('href', '/tools/tool_1/try');
  await user.click(screen.getByRole('button', { name: /Dismiss$/ }));
  expect(screen.queryByText('First steps')).toBeNull();
});

it('does not bother who dismissed it, nor who has done it all', async () => {
  localStorage.setItem('toolcrib.checklist.user_1', 'dismissed');
  const dismissed = open();
  await screen.findByText('SCRIPT_ERROR');
  expect(screen.queryByText('First steps')).toBeNull();
  dismissed.unmount();
  localStorage.clear();
  const some = connection([{ id: 'some_1' }]);
  open('/', 7, {
    tools: () => connection([{ id: 'tool_1' }]),
    executions: () => connection([run('execution_1', 'RUNNING')]),
    agents: () =>
      connection([
        {
          id: 'agent_1',
          executions: some,
          permissions: some,
          profile: { id: 'agent_profile_1', tokens: some },
        },
      ]),
  });
  await screen.findByText('SCRIPT_ERROR');
  expect(screen.queryByText('First steps')).toBeNull();
});
