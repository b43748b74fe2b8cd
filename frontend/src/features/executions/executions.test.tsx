import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { withParameters } from '@/ui/parameters';
import { renderRoutes } from '../../../test/render';
import { connection, type Script, scriptedServer } from '../../../test/server';
import { merged } from './feed';
import { readFilters, written } from './filter';
import { executionRoutes } from './routes';

// A virtual table draws by measures that only a real browser has; the cards show the same rows.
vi.mock('@/app/useIsWide', () => ({ useIsWide: () => false }));

const execution = (id: string, status: string, more: object = {}) => ({
  __typename: 'Execution',
  id: `execution_${id}`,
  status,
  toolVersion: 1,
  inputData: { amounts: [1, 2] },
  outputData: null,
  errorCode: null,
  errorMessage: null,
  errorStack: null,
  warnings: [],
  startedAt: '2026-01-01T00:00:00Z',
  completedAt: null,
  durationMs: null,
  queueMs: 3,
  cpuMs: null,
  peakMemoryBytes: null,
  traceId: null,
  idempotencyKey: null,
  performanceWarning: false,
  rateLimitHit: false,
  cancelRequestedAt: null,
  viewerCanCancel: true,
  lastSeq: 0,
  artifacts: [],
  onBehalfOf: null,
  agent: null,
  createdAt: '2026-01-01T00:00:00Z',
  tool: { id: `tool_${id}`, name: 'total', displayName: `Total ${id}`, viewerCanExecute: true },
  caller: { __typename: 'User', id: 'user_1', username: 'ada', displayName: 'Ada' },
  ...more,
});

function open(path: string, script: Script) {
  const server = scriptedServer(script);
  return { server, ...renderRoutes(executionRoutes, path, server.client) };
}
const frame = () => act(() => new Promise((resolve) => setTimeout(resolve, 40)));

describe('the list', () => {
  const rows = () => screen.getAllByRole('link', { name: /^Total/ }).map((row) => row.textContent);

  it('takes in new runs and changes of shown ones as they happen', async () => {
    const { server } = open('/executions', {
      Query: { executions: connection([execution('2', 'RUNNING'), execution('1', 'SUCCESS')]) },
    });
    await screen.findByText('Total 2');
    server.push('executions', execution('3', 'PENDING'));
    await screen.findByText('Total 3');
    expect(rows()).toEqual(['Total 3', 'Total 2', 'Total 1']);
    server.push('executions', execution('2', 'FAILED', { errorCode: 'SCRIPT_ERROR' }));
    expect(await screen.findByText('SCRIPT_ERROR')).toBeInTheDocument();
    expect(rows()).toEqual(['Total 3', 'Total 2', 'Total 1']);
  });

  it('reads its filters from the URL, and drops a run that no longer fits them', async () => {
    const { server } = open('/executions?status=RUNNING&tool=tool_1&slow=0', {
      Query: {
        executions: connection([execution('2', 'RUNNING')]),
        tools: connection([]),
        tool: { id: 'tool_1', displayName: 'Total' },
      },
    });
    await screen.findByText('Total 2');
    const asked = server.sent.find(({ name }) => name === 'Executions');
    expect(asked?.variables.filter).toEqual({ status: ['RUNNING'], tool: 'tool_1' });
    server.push('executions', execution('2', 'SUCCESS'));
    expect(await screen.findByText('No execution fits these filters')).toBeInTheDocument();
    server.push('executions', execution('3', 'SUCCESS'));
    await frame();
    expect(screen.queryByText('Total 3')).not.toBeInTheDocument();
  });

  it('says what to do when nothing has run yet', async () => {
    open('/executions', { Query: { executions: connection([]) } });
    expect(await screen.findByText(/Run a tool, or let an agent call one/)).toBeInTheDocument();
  });

  it('says that the server is in trouble, and reads again when told to', async () => {
    let broken = true;
    open('/executions', {
      Query: {
        executions: () => {
          if (broken) throw new Error('The database is away. Try again in a moment.');
          return connection([execution('1', 'SUCCESS')]);
        },
      },
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is away.');
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Total 1')).toBeInTheDocument();
  });
});

describe('one execution', () => {
  const event = (seq: number, more: object) => ({ seq, at: '2026-01-01T00:00:00Z', ...more });

  it('shows the log while it runs, then reads the result when it ends', async () => {
    let row = execution('1', 'RUNNING');
    const { server } = open('/executions/execution_1', { Query: { execution: () => row } });
    await screen.findByRole('log');
    server.push('executionEvents', event(1, { kind: 'STATUS', status: 'RUNNING' }));
    server.push('executionEvents', event(2, { kind: 'STDOUT', text: 'adding up\n' }));
    expect(await screen.findByText('adding up')).toBeInTheDocument();

    row = execution('1', 'SUCCESS', { outputData: { total: 3 }, durationMs: 1234 });
    server.push('executionEvents', event(3, { kind: 'STATUS', status: 'SUCCESS' }));
    const output = await screen.findByRole('region', { name: 'Output' });
    expect(output).toHaveTextContent('"total": 3');
    expect(screen.getByText('1.23 s')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Cancel run/ })).not.toBeInTheDocument();
  });

  it('keeps the log while the server stumbles', async () => {
    let away = false;
    const refuse = vi.fn(() => {
      throw new Error('The database is away.');
    });
    const { server } = open('/executions/execution_1', {
      Query: { execution: () => (away ? refuse() : execution('1', 'PENDING')) },
    });
    await screen.findByRole('log');
    away = true;
    server.push('executionEvents', event(1, { kind: 'STATUS', status: 'RUNNING' }));
    server.push('executionEvents', event(2, { kind: 'STDOUT', text: 'adding up\n' }));
    await waitFor(() => expect(refuse).toHaveBeenCalled());
    await frame();
    expect(screen.getByText('adding up')).toBeInTheDocument();
  });

  it('cancels only after asking', async () => {
    const { server } = open('/executions/execution_1', {
      Query: { execution: execution('1', 'RUNNING') },
      Mutation: {
        cancelExecution: () => ({
          execution: execution('1', 'RUNNING', { cancelRequestedAt: '2026-01-01T00:00:01Z' }),
          userErrors: [],
        }),
      },
    });
    const user = userEvent.setup({ delay: null });
    await user.click(await screen.findByRole('button', { name: /Cancel run/ }));
    const question = await screen.findByRole('tooltip');
    expect(server.sent.some(({ kind }) => kind === 'mutation')).toBe(false);
    await user.click(within(question).getByRole('button', { name: 'Cancel run' }));
    expect(await screen.findByRole('button', { name: /Cancelling/ })).toBeInTheDocument();
  });

  it('shows why it failed, with the traceback', async () => {
    const error = {
      errorCode: 'SCRIPT_ERROR',
      errorMessage: "KeyError: 'amount'",
      errorStack: 'File "main.py", line 7, in main',
    };
    open('/executions/execution_1', { Query: { execution: execution('1', 'FAILED', error) } });
    expect(await screen.findByText('SCRIPT_ERROR')).toBeInTheDocument();
    expect(screen.getByText(/line 7, in main/)).toBeInTheDocument();
  });

  it('shows what it used of the machine, however much that is', async () => {
    const used = { durationMs: 900, cpuMs: 1_450, peakMemoryBytes: 5_300_000_000 };
    open('/executions/execution_1', { Query: { execution: execution('1', 'FAILED', used) } });
    expect(await screen.findByText('Processor time')).toBeInTheDocument();
    expect(screen.getByText('1.45 s')).toBeInTheDocument();
    expect(screen.getByText('5.3 GB')).toBeInTheDocument();
  });

  it.each([
    ['MEMORY_LIMIT', /Hold less at once/],
    ['OUTPUT_LIMIT', /Write less/],
    ['PROCESS_LIMIT', /fewer processes and threads/],
    ['TIMEOUT', /raise the time limit/],
    ['SANDBOX_FAILED', /nothing is wrong with the script/],
  ])('says what to do about %s', async (errorCode, advice) => {
    const error = { errorCode, errorMessage: 'It was stopped.' };
    open('/executions/execution_1', { Query: { execution: execution('1', 'FAILED', error) } });
    expect(await screen.findByText(advice)).toBeInTheDocument();
    expect(screen.getByText('It was stopped.')).toBeInTheDocument();
  });

  it('leads back to the tool with the same input', async () => {
    open('/executions/execution_1', { Query: { execution: execution('1', 'SUCCESS') } });
    expect(await screen.findByRole('link', { name: /Run again/ })).toHaveAttribute(
      'href',
      '/tools/tool_1?tab=try&from=execution_1',
    );
  });

  it('offers files to download and shows pictures', async () => {
    const chart = {
      id: 'execution_artifact_1',
      name: 'chart.png',
      mimeType: 'image/png',
      size: 2_500,
      sha256: '0',
      url: '/artifacts/1',
      createdAt: '2026-01-01T00:00:00Z',
    };
    open('/executions/execution_1', {
      Query: { execution: execution('1', 'SUCCESS', { artifacts: [chart] }) },
    });
    expect(await screen.findByRole('img', { name: 'chart.png' })).toBeInTheDocument();
    const link = screen.getByRole('link', { name: /chart.png.*2.5 kB/ });
    expect(link).toHaveAttribute('href', '/artifacts/1');
    await waitFor(() => expect(link).toHaveAttribute('download', 'chart.png'));
  });
});

describe('merging the feed into the list', () => {
  const row = (id: string) => ({ id });

  it('leaves a changed old run to the page that will bring it', () => {
    const list = [row('e9'), row('e8')];
    expect(merged(list, [row('e3')], true)).toEqual(list);
    expect(merged(list, [row('e3')], false)).toEqual([...list, row('e3')]);
  });

  it('shows the newest first whatever order they arrive in', () => {
    expect(
      merged([row('e5')], [row('e7'), row('e6'), row('e5')], true).map(({ id }) => id),
    ).toEqual(['e7', 'e6', 'e5']);
  });
});

describe('filters in the URL', () => {
  it('survive a round trip', () => {
    const shown = readFilters(
      new URLSearchParams('status=FAILED,TIMEOUT&tool=tool_1&slow=1&since=24h'),
    );
    expect(shown).toMatchObject({ status: ['FAILED', 'TIMEOUT'], slow: true, since: '24h' });
    expect(readFilters(withParameters(new URLSearchParams(), written(shown)))).toEqual(shown);
  });

  it('ignore what makes no sense', () => {
    const shown = readFilters(new URLSearchParams('status=NONSENSE&since=9y&slow=maybe'));
    expect(shown).toMatchObject({ status: [], since: undefined, slow: false });
  });
});
