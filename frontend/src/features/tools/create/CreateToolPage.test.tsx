import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderRoutes } from '../../../../test/render';
import { scriptedServer } from '../../../../test/server';
import { toolRoutes } from '../routes';
import { AROUND, refusal, tool } from '../toolFixture';

const open = (createTool: object) => {
  const server = scriptedServer({
    Query: { ...AROUND, tool: tool({ status: 'DRAFT' }) },
    Mutation: { createTool, checkTool: { userErrors: [] } },
  });
  return { server, ...renderRoutes(toolRoutes, '/tools/new', server.client) };
};

async function fillIn() {
  await userEvent.type(await screen.findByLabelText('Title'), 'Invoice total');
  await userEvent.type(screen.getByLabelText('Description'), 'Totals lines.');
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create and edit' }));
const sent = (server: ReturnType<typeof scriptedServer>) =>
  server.sent.filter(({ name }) => name === 'CreateTool');

describe('creating a tool', () => {
  it('suggests the name, sends a starter that runs, and opens the editor', async () => {
    const { server, router } = open({ tool: tool({ status: 'DRAFT' }), userErrors: [] });
    await fillIn();
    await submit();
    await waitFor(() => expect(router.state.location.pathname).toBe('/tools/tool_1/editor'));
    expect(sent(server)[0]?.variables.input).toMatchObject({
      name: 'invoice_total',
      content: { displayName: 'Invoice total', executorConfig: { entry: 'MAIN' } },
    });
  });

  it('starts a shell tool from a shell script', async () => {
    const { server } = open({ tool: tool({ status: 'DRAFT' }), userErrors: [] });
    await fillIn();
    await userEvent.click(screen.getByText('Shell'));
    expect(screen.queryByText('A function that totals invoice lines')).not.toBeInTheDocument();
    await userEvent.click(screen.getByText('A script that sorts lines'));
    await submit();
    await waitFor(() => expect(sent(server)).toHaveLength(1));
    expect(sent(server)[0]?.variables.input).toMatchObject({
      content: { executorType: 'SHELL', executorConfig: { output: 'TEXT' } },
    });
  });

  it('never sends a script of one language for the other', async () => {
    const { server } = open({ tool: tool({ status: 'DRAFT' }), userErrors: [] });
    await fillIn();
    await userEvent.click(screen.getByText('Shell'));
    await userEvent.click(screen.getByText('Python'));
    await submit();
    await waitFor(() => expect(sent(server)).toHaveLength(1));
    expect(sent(server)[0]?.variables.input).toMatchObject({
      content: { executorType: 'PYTHON', executorConfig: { entry: 'MAIN' } },
    });
  });

  it('keeps everything typed and says at the field why the name was refused', async () => {
    open({ tool: null, userErrors: [refusal('NAME_TAKEN', 'This name is taken.', 'name')] });
    await fillIn();
    await submit();
    expect(await screen.findByText('This name is taken.')).toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveValue('invoice_total');
    expect(screen.getByLabelText('Description')).toHaveValue('Totals lines.');
  });

  it('asks before what was typed is lost, and not where nothing was', async () => {
    const { router } = open({ tool: null, userErrors: [] });
    await fillIn();
    await router.navigate('/tools');
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(screen.getByLabelText('Title')).toHaveValue('Invoice total');
    await userEvent.clear(screen.getByLabelText('Title'));
    await userEvent.clear(screen.getByLabelText('Name'));
    await userEvent.clear(screen.getByLabelText('Description'));
    await router.navigate('/tools');
    expect(router.state.location.pathname).toBe('/tools');
  });

  it('sends nothing while a field is missing or the name could not be called', async () => {
    const { server } = open({ tool: null, userErrors: [] });
    await userEvent.type(await screen.findByLabelText('Name'), 'Not A Name');
    await submit();
    expect(await screen.findByText('A tool needs a title.')).toBeInTheDocument();
    expect(screen.getByText(/starting with a letter; at most/)).toBeInTheDocument();
    expect(sent(server)).toEqual([]);
  });
});
