import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CombinedError } from '@urql/core';
import { GraphQLError } from 'graphql';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setLanguageChoice } from '@/app/language';
import { Fault, PageState } from './PageState';

const refused = (code: string) =>
  new CombinedError({
    graphQLErrors: [new GraphQLError('`zz` is no tool id.', { extensions: { code } })],
  });
const lost = new CombinedError({ networkError: new Error('offline') });

function open(element: React.ReactElement, path = '/there?q=zz') {
  const router = createMemoryRouter(
    [
      { path: '/there', element },
      { path: '/tools', element: 'the list' },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  return router;
}
const again = () => screen.queryByRole('button', { name: 'Try again' });

describe('a page that could not be read', () => {
  it('offers the way back, not another try, where the address is wrong', async () => {
    const error = refused('INVALID_INPUT');
    const router = open(
      <PageState fetching={false} error={error} back="/tools" onRetry={vi.fn()} />,
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('`zz` is no tool id.');
    expect(again()).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'Back to the list' }));
    expect(router.state.location.pathname).toBe('/tools');
  });

  it('offers another try where that can help', async () => {
    for (const error of [lost, refused('RATE_LIMITED'), refused('UNAVAILABLE')]) {
      const retry = vi.fn();
      open(<PageState fetching={false} error={error} back="/tools" onRetry={retry} />);
      await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
      expect(retry).toHaveBeenCalled();
      cleanup();
    }
  });
});

describe('a list that could not be read', () => {
  it('leads to the same page without the filters that were refused', async () => {
    const router = open(<Fault error={refused('INVALID_INPUT')} onRetry={vi.fn()} />);
    expect(again()).not.toBeInTheDocument();
    await userEvent.click(await screen.findByRole('link', { name: 'Without the filters' }));
    expect(router.state.location).toMatchObject({ pathname: '/there', search: '' });
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });
});

describe('for readers of Chinese', () => {
  afterEach(() => setLanguageChoice('en'));

  it("marks the server's words as being in another language, and not the console's own", async () => {
    await setLanguageChoice('zh');
    open(<Fault error={refused('INVALID_INPUT')} />);
    expect(await screen.findByText('`zz` is no tool id.')).toHaveAttribute('lang', 'en');
    expect(screen.getByText('输入有误')).toBeInTheDocument();
    cleanup();
    open(<Fault error={lost} />);
    const said = await screen.findByRole('alert');
    expect(said).toHaveTextContent('无法连接服务器');
    expect(said.querySelector('[lang]')).toBeNull();
  });
});
