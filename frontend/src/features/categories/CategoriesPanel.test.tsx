import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { settingsRoutes } from '@/features/settings/routes';
import { renderRoutes } from '../../../test/render';
import { connection, scriptedServer } from '../../../test/server';

const category = (id: string, name: string, change: object = {}) => ({
  __typename: 'Category',
  id,
  name,
  description: null,
  parent: null,
  children: [],
  tools: connection([]),
  ...change,
});
const FINANCE = category('category_1', 'Finance', { tools: connection([{ id: 'tool_1' }]) });
const INVOICES = category('category_2', 'Invoices', { parent: FINANCE });
const TEXT = category('category_3', 'Text');

function open(mutations: Record<string, unknown> = {}, isAdmin = true) {
  const server = scriptedServer({
    Query: { categories: [FINANCE, INVOICES, TEXT] },
    Mutation: mutations,
  });
  const sent = (name: string) =>
    server.sent.filter((each) => each.name === name).map(({ variables }) => variables.input);
  return {
    sent,
    ...renderRoutes(settingsRoutes, '/settings/categories', server.client, { isAdmin }),
  };
}

describe('the categories page', () => {
  it('draws the tree, each category leading to its tools', async () => {
    open();
    const inner = await screen.findByRole('list', { name: 'Finance' });
    const link = within(inner).getByRole('link', { name: 'Invoices' });
    expect(link).toHaveAttribute('href', '/tools?category=category_2');
  });

  it('asks where the tools go before it deletes a category that is not empty', async () => {
    const { sent } = open({ deleteCategory: { deletedId: 'category_1', userErrors: [] } });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Finance' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Finance' });
    const remove = within(dialog).getByRole('button', { name: 'Delete' });
    expect(remove).toBeDisabled();
    fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: 'Move them to' }));
    await userEvent.click(await screen.findByTitle('Text'));
    await userEvent.click(remove);
    await waitFor(() =>
      expect(sent('DeleteCategory')).toEqual([{ id: 'category_1', moveTo: 'category_3' }]),
    );
  });

  it('keeps the dialog with what was typed when a name is taken', async () => {
    const userErrors = [{ code: 'NAME_TAKEN', message: 'This name is taken.', field: ['name'] }];
    const { sent } = open({ createCategory: { category: null, userErrors } });
    await userEvent.click(await screen.findByRole('button', { name: 'New category in Text' }));
    const dialog = await screen.findByRole('dialog', { name: 'New category' });
    await userEvent.type(within(dialog).getByLabelText('Name'), 'Finance');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('This name is taken.')).toBeInTheDocument();
    expect(within(dialog).getByLabelText('Name')).toHaveValue('Finance');
    expect(sent('CreateCategory')).toEqual([
      { name: 'Finance', description: null, parent: 'category_3' },
    ]);
  });

  it('lets those who are no administrators only look', async () => {
    open({}, false);
    await screen.findByRole('link', { name: 'Finance' });
    expect(screen.getByText(/only administrators change them/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Finance|New/ })).not.toBeInTheDocument();
  });
});
