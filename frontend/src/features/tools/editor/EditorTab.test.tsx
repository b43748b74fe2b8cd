import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { SESSION_ENDED } from '@/app/signedOut';
import { renderRoutes } from '../../../../test/render';
import { scriptedServer } from '../../../../test/server';
import { toolRoutes } from '../routes';
import { AROUND, refusal, tool, version } from '../toolFixture';

type Answers = { updateTool?: unknown; checkTool?: unknown; tool?: object };

function open(answers: Answers = {}, path = '/tools/tool_1/editor') {
  const server = scriptedServer({
    Query: { ...AROUND, tool: answers.tool ?? tool() },
    Mutation: {
      checkTool: answers.checkTool ?? { suggestedEntry: 'MAIN', warnings: [], userErrors: [] },
      updateTool: answers.updateTool ?? { tool: tool({ version: 4 }), userErrors: [] },
    },
  });
  return { server, ...renderRoutes(toolRoutes, path, server.client) };
}

const editScript = async (text: string) =>
  fireEvent.change(await screen.findByLabelText('Script', { selector: 'textarea' }), {
    target: { value: text },
  });
// By its text: asking for roles is slow in a page as large as the editor.
const saveButton = () => screen.getByText('Save').closest('button') as HTMLButtonElement;
const updates = (server: ReturnType<typeof scriptedServer>) =>
  server.sent.filter(({ name }) => name === 'UpdateTool').map(({ variables }) => variables.input);

describe('the editor', () => {
  it('saves an edit with its changelog against the version it began with', async () => {
    const { server } = open();
    await editScript('def main(amount):\n    return amount * 2\n');
    expect(screen.getByText(/Unsaved on version 3: Script/)).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('What changed (optional)'), 'Doubles it');
    await userEvent.click(saveButton());
    expect(await screen.findByText('Saved as version 4.')).toBeInTheDocument();
    expect(updates(server)[0]).toMatchObject({
      id: 'tool_1',
      expectedVersion: 3,
      changelog: 'Doubles it',
      content: { scriptContent: 'def main(amount):\n    return amount * 2\n' },
    });
  });

  it('does not save a schema that is no JSON, and says where it breaks', async () => {
    const { server } = open({}, '/tools/tool_1/editor?file=inputSchema&view=json');
    fireEvent.change(await screen.findByLabelText('Input schema', { selector: 'textarea' }), {
      target: { value: '{\n  "type": }' },
    });
    expect(
      await screen.findByText(/inputSchema: not JSON at line 2, column 11/),
    ).toBeInTheDocument();
    expect(saveButton()).toBeDisabled();
    expect(updates(server)).toEqual([]);
  });

  it('marks the line that the server objects to while one types', async () => {
    const message = 'Line 2, column 5: invalid syntax';
    const checkTool = ({ input }: { input: { content: { scriptContent: string } } }) => ({
      suggestedEntry: null,
      warnings: [],
      userErrors: input.content.scriptContent.includes('retrun')
        ? [refusal('INVALID_INPUT', message, 'content', 'scriptContent')]
        : [],
    });
    open({ checkTool });
    await editScript('def main(amount):\n    retrun amount\n');
    expect(await screen.findByText(`2:5 ${message}`)).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent(`scriptContent: ${message}`);
  });

  it('edits a shell script as such, marks the line bash refuses, and saves what stdout holds', async () => {
    const message = "Line 2: syntax error near unexpected token `done'";
    const script = { executorType: 'SHELL', executorConfig: { output: 'JSON' } };
    const checkTool = {
      suggestedEntry: null,
      warnings: [],
      suggestedOutput: 'TEXT',
      userErrors: [refusal('INVALID_INPUT', message, 'content', 'scriptContent')],
    };
    const { server } = open({
      checkTool,
      tool: tool({ ...script, scriptContent: 'date\ndone\n' }),
      updateTool: { tool: tool({ ...script, version: 4 }), userErrors: [] },
    });
    const editor = await screen.findByLabelText('Script', { selector: 'textarea' });
    expect(editor).toHaveAttribute('data-language', 'shell');
    expect(await screen.findByText(`2:1 ${message}`)).toBeInTheDocument();
    expect(screen.queryByText('Function main(…)')).not.toBeInTheDocument();
    await userEvent.click(await screen.findByText('Use that'));
    await userEvent.click(saveButton());
    await screen.findByText('Saved as version 4.');
    expect(updates(server)[0]).toMatchObject({
      content: { executorType: 'SHELL', executorConfig: { output: 'TEXT' } },
    });
  });

  it('gives a script that becomes a shell script the settings of one', async () => {
    const { server } = open();
    await screen.findByLabelText('Script', { selector: 'textarea' });
    await userEvent.click(screen.getByText('Shell'));
    expect(screen.getByText(/Unsaved on version 3: Executor, Input and output/)).toBeTruthy();
    expect(await screen.findByLabelText('Script', { selector: 'textarea' })).toHaveAttribute(
      'data-language',
      'shell',
    );
    await userEvent.click(saveButton());
    await waitFor(() => expect(updates(server)).toHaveLength(1));
    expect(updates(server)[0]).toMatchObject({
      content: { executorType: 'SHELL', executorConfig: { output: 'JSON' } },
    });
  });

  it('joins both edits after a conflict, and saves on top of the version that won', async () => {
    const won = version(4, 4, { description: 'Theirs.', changelog: 'Better words' });
    let saves = 0;
    const updateTool = () =>
      saves++ === 0
        ? { currentVersion: won, userErrors: [refusal('CONFLICT', 'Version 4 is newer.')] }
        : { tool: tool({ version: 5 }), userErrors: [] };
    const { server } = open({ updateTool });
    await editScript('mine');
    await userEvent.click(saveButton());
    await screen.findByText('Version 4 was saved while you were editing');
    expect(screen.getByText('You changed different things, so both can be kept.')).toBeTruthy();
    expect(await screen.findByLabelText('Mine', { selector: 'textarea' })).toHaveValue('mine');
    await userEvent.click(screen.getByText('Put my changes on version 4'));
    expect(screen.getByLabelText('Description')).toHaveValue('Theirs.');
    expect(screen.getByLabelText('Script', { selector: 'textarea' })).toHaveValue('mine');
    await userEvent.click(saveButton());
    await screen.findByText('Saved as version 5.');
    expect(updates(server)[1]).toMatchObject({
      expectedVersion: 4,
      content: { scriptContent: 'mine', description: 'Theirs.' },
    });
  });

  it('keeps an edit while one looks at another tab, and asks before it would be lost', async () => {
    const { router } = open();
    await editScript('unsaved');
    await router.navigate('/tools/tool_1/versions');
    await screen.findByText(/Restoring a version now makes saving them a conflict/);
    await router.navigate('/tools/tool_1/editor');
    expect(await screen.findByLabelText('Script', { selector: 'textarea' })).toHaveValue('unsaved');
    await router.navigate('/tools');
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/tools/tool_1/editor'));
    expect(screen.getByLabelText('Script', { selector: 'textarea' })).toHaveValue('unsaved');
  });

  it('keeps an edit whose page is taken away, and throws away one that was left on purpose', async () => {
    const first = open();
    await editScript('taken away');
    await userEvent.type(screen.getByLabelText('What changed (optional)'), 'Why it did');
    first.unmount();
    const { router } = open();
    await userEvent.click(await screen.findByText('Restore them'));
    expect(screen.getByLabelText('What changed (optional)')).toHaveValue('Why it did');
    expect(screen.getByLabelText('Script', { selector: 'textarea' })).toHaveValue('taken away');
    await router.navigate('/tools');
    await userEvent.click(await screen.findByText('Discard and leave'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/tools'));
    expect(sessionStorage.length).toBe(0);
  });

  it('asks nothing when the session ends, as nothing could be saved', async () => {
    const { router } = open();
    await editScript('unsaved');
    await router.navigate('/tools', { state: SESSION_ENDED });
    await waitFor(() =>
      expect(sessionStorage.getItem('toolcrib.draft.user_1.tool_1') ?? '').toContain('unsaved'),
    );
    expect(router.state.location.pathname).toBe('/tools');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    sessionStorage.clear();
  });

  it('lets those who may only read look, without a way to save', async () => {
    open({ tool: tool({ viewerPermission: 'READ' }) });
    expect(await screen.findByText('You may read this tool, not change it.')).toBeInTheDocument();
    expect(await screen.findByLabelText('Script', { selector: 'textarea' })).toHaveAttribute(
      'readonly',
    );
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  });
});
