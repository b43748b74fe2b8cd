import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { renderRoutes } from '../../../../test/render';
import { SHELL, scriptedServer } from '../../../../test/server';
import { toolRoutes } from '../routes';
import { ADA, AROUND, refusal, tool } from '../toolFixture';

const AT = '2026-11-21T20:00:00Z';
const execution = (change: object = {}) => ({
  __typename: 'Execution',
  id: 'execution_1',
  tool: tool(),
  toolVersion: 3,
  status: 'RUNNING',
  inputData: { amount: 7 },
  outputData: null,
  errorCode: null,
  errorMessage: null,
  errorStack: null,
  warnings: [],
  startedAt: AT,
  durationMs: null,
  cpuMs: null,
  peakMemoryBytes: null,
  performanceWarning: false,
  cancelRequestedAt: null,
  viewerCanCancel: true,
  artifacts: [],
  caller: ADA,
  createdAt: AT,
  ...change,
});

function open(path = '/tools/tool_1/try', answers: Record<string, unknown> = {}) {
  let ended = {};
  const server = scriptedServer({
    Query: { ...AROUND, tool: tool(), execution: () => execution(ended) },
    Mutation: {
      executeTool: { execution: execution(), userErrors: [] },
      cancelExecution: { execution: execution({ cancelRequestedAt: AT }), userErrors: [] },
      ...answers,
    },
  });
  const end = (change: object) => {
    ended = change;
  };
  return { server, end, ...renderRoutes(toolRoutes, path, server.client) };
}

const runs = (server: ReturnType<typeof scriptedServer>) =>
  server.sent
    .filter(({ name }) => name === 'TryExecuteTool')
    .map(({ variables }) => variables.input);
const event = (seq: number, change: object) => ({ seq, at: AT, kind: 'STATUS', ...change });
const runButton = () => screen.findByRole('button', { name: 'Run' });

describe('trying a tool', () => {
  it('does not run on an input that does not fit, and says which field is missing', async () => {
    const { server } = open();
    await userEvent.click(await runButton());
    expect(await screen.findByText('This is required.')).toBeInTheDocument();
    expect(runs(server)).toEqual([]);
  });

  it('keeps what was typed while another tab is looked at', async () => {
    open();
    await userEvent.type(await screen.findByLabelText(/Amount/), '42');
    await userEvent.click(screen.getByRole('tab', { name: 'Overview' }));
    await screen.findByRole('table', { name: 'Input' });
    await userEvent.click(screen.getByRole('tab', { name: 'Try' }));
    expect(await screen.findByLabelText(/Amount/)).toHaveValue('42');
  });

  it('runs an example, shows each line as it comes, then the result', async () => {
    const { server, end, router } = open();
    await userEvent.type(await screen.findByLabelText(/Amount/), '7');
    await userEvent.click(await runButton());
    await waitFor(() => expect(router.state.location.search).toBe('?run=execution_1'));
    expect(runs(server)).toEqual([
      { tool: 'tool_1', input: { amount: 7 }, version: null, wait: false },
    ]);
    await screen.findByText('No output yet.');
    server.push('executionEvents', event(1, { status: 'RUNNING' }));
    server.push('executionEvents', event(2, { kind: 'STDOUT', text: 'first line\n' }));
    expect(await screen.findByText('first line')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeInTheDocument();
    const used = { cpuMs: 40, peakMemoryBytes: 34_000_000 };
    end({ status: 'SUCCESS', outputData: { total: 7 }, durationMs: 1500, ...used });
    server.push('executionEvents', event(3, { status: 'SUCCESS', durationMs: 1500 }));
    expect(await screen.findByText(/"total": 7/)).toBeInTheDocument();
    expect(screen.getByText('1.50 s')).toBeInTheDocument();
    expect(screen.getByText('Processor time 40 ms · Peak memory 34.0 MB')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument();
  });

  it('shows the traceback of a run that failed', async () => {
    const { server, end } = open('/tools/tool_1/try?run=execution_1');
    await screen.findByText('No output yet.');
    end({
      status: 'FAILED',
      errorCode: 'SCRIPT_ERROR',
      errorMessage: "KeyError: 'x'",
      errorStack: 'File "tool.py", line 2',
    });
    server.push('executionEvents', event(1, { status: 'FAILED', errorCode: 'SCRIPT_ERROR' }));
    expect(await screen.findByText("KeyError: 'x'")).toBeInTheDocument();
    expect(screen.getByText('File "tool.py", line 2')).toBeInTheDocument();
  });

  it('asks the server to cancel, and says that it is being done', async () => {
    const { server } = open('/tools/tool_1/try?run=execution_1');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Cancelling')).toBeInTheDocument();
    expect(server.sent.some(({ name }) => name === 'TryCancelExecution')).toBe(true);
  });

  it('shows at its field what only the server knows to be wrong', async () => {
    const executeTool = {
      execution: null,
      userErrors: [refusal('INVALID_INPUT', 'Must be even.', 'input', 'amount')],
    };
    open(undefined, { executeTool });
    await userEvent.type(await screen.findByLabelText(/Amount/), '7');
    await userEvent.click(await runButton());
    expect(await screen.findByText('Must be even.')).toBeInTheDocument();
  });

  it('fills in the input of the execution that a link names, and runs it with the key r', async () => {
    const { server } = open('/tools/tool_1?tab=try&from=execution_1');
    expect(await screen.findByLabelText(/Amount/)).toHaveValue('7');
    await userEvent.keyboard('r');
    await waitFor(() => expect(runs(server)).toHaveLength(1));
    expect(runs(server)[0]).toMatchObject({ input: { amount: 7 } });
  });

  it.each([
    [{ level: 'L3', isolated: true }, 'FULL', 'Runs are isolated at level L3.'],
    [{ level: 'L0', isolated: false }, 'FULL', 'Runs are not isolated on this server.'],
    [{ level: 'L0', isolated: false }, 'NONE', /refuses the run/],
    [{ level: 'L1', isolated: true, refuses: true }, 'FULL', /This server runs no scripts/],
  ])('says how well a run is kept apart: %o, network %s', async (found, network, text) => {
    const { client } = scriptedServer({
      Query: {
        ...AROUND,
        tool: tool({ network }),
        server: { sandbox: { ...(SHELL.server as { sandbox: object }).sandbox, ...found } },
      },
    });
    renderRoutes(toolRoutes, '/tools/tool_1/try', client);
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'What that means' })).toHaveAttribute(
      'href',
      '/health',
    );
  });

  it.each([
    ['has none', () => null],
    [
      'takes it for no id',
      () => {
        throw new GraphQLError('`zz` is no id.', { extensions: { code: 'INVALID_INPUT' } });
      },
    ],
  ])('says that there is no such run where the server %s', async (_, found) => {
    const { client } = scriptedServer({ Query: { ...AROUND, tool: tool(), execution: found } });
    renderRoutes(toolRoutes, '/tools/tool_1/try?run=zz', client);
    expect(await screen.findByText('There is no such run')).toBeInTheDocument();
    expect(screen.queryByText('Pending')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'All runs of this tool' })).toHaveAttribute(
      'href',
      '/tools/tool_1/executions',
    );
  });

  it('runs the older version that the URL names', async () => {
    const { server } = open('/tools/tool_1/try?version=2');
    await userEvent.type(await screen.findByLabelText(/Amount/), '1');
    await userEvent.click(await runButton());
    await waitFor(() => expect(runs(server)[0]).toMatchObject({ version: 2 }));
  });
});
