import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, it } from 'vitest';
import { useParameters, withParameters } from './parameters';
import { SearchField } from './SearchField';

function Searched() {
  const [params, change, clear] = useParameters();
  return (
    <>
      <SearchField value={params.get('q') ?? ''} onChange={(q) => change({ q })} />
      <button type="button" onClick={clear}>
        Clear filters
      </button>
    </>
  );
}

function open(path: string) {
  const router = createMemoryRouter([{ path: '/', element: <Searched /> }], {
    initialEntries: ['/before', path],
  });
  render(<RouterProvider router={router} />);
  return router;
}

it('changes some of the parameters, keeps the others, and leaves none empty', () => {
  const params = new URLSearchParams('q=a&tag=x&tag=y&event=b');
  expect(withParameters(params, { q: '', event: 'c', file: 'd', view: null }).toString()).toBe(
    'tag=x&tag=y&event=c&file=d',
  );
  expect(params.get('q')).toBe('a');
});

it('writes what is typed into the address, with a caret that stays where one types', async () => {
  const router = open('/?q=invoice&status=ACTIVE');
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  expect(field).toHaveValue('invoice');
  await userEvent.type(field, 'old ', { initialSelectionStart: 0, initialSelectionEnd: 0 });
  expect(field).toHaveValue('old invoice');
  await waitFor(() => expect(router.state.location.search).toBe('?q=old+invoice&status=ACTIVE'));
  expect(field.selectionStart).toBe(4);
  await userEvent.clear(field);
  await waitFor(() => expect(router.state.location.search).toBe('?status=ACTIVE'));
});

it('follows the address when that is cleared elsewhere', async () => {
  const router = open('/?q=invoice');
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(screen.getByRole('searchbox')).toHaveValue('');
  expect(router.state.location.search).toBe('');
});
