import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderRoutes } from '../../../test/render';
import { SHELL, scriptedServer } from '../../../test/server';
import { healthRoutes } from './routes';

const REASON = "The interpreter at /root/python can't be read.";
const SANDBOX = {
  level: 'L1',
  minimum: 'L0',
  refuses: false,
  isolated: true,
  landlockAbi: 4,
  summary: 'Landlock and seccomp part the runs.',
  findings: [
    { level: 'L2', available: false, reason: REASON },
    { level: 'L1', available: true, reason: null },
  ],
};

function open(change: object = {}, viewer = {}) {
  const answer = () => ({ ...(SHELL.server as object), sandbox: SANDBOX, ...change });
  const server = scriptedServer({ Query: { server: answer } });
  return { server, ...renderRoutes(healthRoutes, '/health', server.client, viewer) };
}
const row = async (level: string) => {
  const name = await screen.findByText(level);
  return within(name.closest('li') as HTMLElement);
};

describe('the levels', () => {
  it('says which one is in use, what each means, and why not a better one', async () => {
    open();
    expect((await row('L1')).getByText('In use')).toBeInTheDocument();
    expect((await row('L2')).getByText('Not possible here')).toBeInTheDocument();
    expect((await row('L2')).getByText(REASON)).toBeInTheDocument();
    expect((await row('L3')).getByText(/TOOLCRIB_SANDBOX asks for a lower/)).toBeInTheDocument();
    expect((await row('L0')).getByText(/a better one is in use/)).toBeInTheDocument();
    expect(screen.getByText(SANDBOX.summary)).toBeInTheDocument();
    expect(screen.getByText('ABI 4')).toBeInTheDocument();
  });

  it('tells members whom to ask for the reason', async () => {
    const findings = SANDBOX.findings.map((found) => ({ ...found, reason: null }));
    open({ sandbox: { ...SANDBOX, findings } }, { isAdmin: false });
    expect((await row('L2')).getByText(/Administrators see here/)).toBeInTheDocument();
  });

  it('says in front that no script runs, and what to do about it', async () => {
    open({ sandbox: { ...SANDBOX, minimum: 'L3', refuses: true } });
    expect(await screen.findByText('No script runs on this server')).toBeInTheDocument();
    expect(screen.getByText(/lower the minimum if you trust/)).toBeInTheDocument();
    expect(screen.getByText('L3: at a lower level no script runs')).toBeInTheDocument();
  });
});

describe('the server', () => {
  it('shows its runs, its executors, and what it runs on', async () => {
    const executors = [{ type: 'PYTHON', level: 'L1', isolated: true, summary: '' }];
    open({ executors, load: { running: 3, waiting: 12, slots: 1_000 } });
    expect(await screen.findByText('3 of at most 1,000')).toBeInTheDocument();
    expect(screen.getByText('12')).toBeInTheDocument();
    expect(screen.getByText('Isolated at level L1')).toBeInTheDocument();
    expect(screen.getByText('0.1.0')).toBeInTheDocument();
    expect(screen.getByText('PostgreSQL 17.2')).toBeInTheDocument();
    expect(screen.getByText('Answers')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See the runs' })).toHaveAttribute(
      'href',
      '/executions?status=PENDING,RUNNING',
    );
  });

  it('says that the database does not answer', async () => {
    open({ database: { answers: false, version: null } });
    expect(await screen.findByText('Does not answer')).toBeInTheDocument();
  });

  it('is looked at again when one asks, and stays in sight while that fails', async () => {
    let waiting = 1;
    const load = () => {
      if (waiting > 2) throw new Error('The database is away. Try again in a moment.');
      return { running: 0, waiting, slots: 100 };
    };
    open({ load });
    await screen.findByText('1');
    waiting = 2;
    await userEvent.click(screen.getByRole('button', { name: /Refresh/ }));
    await screen.findByText('2');
    waiting = 3;
    await userEvent.click(screen.getByRole('button', { name: /Refresh/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is away.');
    expect(screen.getByText('2')).toBeInTheDocument();
  });
});
