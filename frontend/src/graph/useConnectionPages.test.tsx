import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'urql';
import { expect, it } from 'vitest';
import { type Script, scriptedServer } from '../../test/server';
import { graphql } from './generated';
import { useConnectionPages } from './useConnectionPages';

const PagesTestDocument = graphql(`
  query PagesTest($first: Int!, $after: String, $search: String) {
    users(first: $first, after: $after, search: $search) {
      totalCount
      nodes { id displayName }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Args = { first: number; after?: string | null; search?: string | null };
const user = (number: number) => ({
  __typename: 'User',
  id: `user_${number}`,
  displayName: `Person ${number}`,
});

/** A list of `people` in pages whose cursors are the ids, as a keyset list has them. */
const pagesOf = (people: () => number[]) => (args: Args) => {
  const all = people().filter((number) => !args.search || `${number}`.includes(args.search));
  const from = args.after ? all.findIndex((number) => `user_${number}` === args.after) + 1 : 0;
  const nodes = all.slice(from, from + args.first).map(user);
  return {
    totalCount: all.length,
    nodes,
    pageInfo: {
      hasNextPage: from + args.first < all.length,
      hasPreviousPage: from > 0,
      startCursor: nodes[0]?.id ?? null,
      endCursor: nodes.at(-1)?.id ?? null,
    },
  };
};

function open(script: Script, search: string | null = null) {
  const server = scriptedServer(script);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider value={server.client}>{children}</Provider>
  );
  const hook = renderHook(
    (variables: { search: string | null }) =>
      useConnectionPages({
        query: PagesTestDocument,
        variables,
        connection: (data) => data.users,
        pageSize: 3,
      }),
    { wrapper, initialProps: { search } },
  );
  const shown = () => hook.result.current.nodes.map(({ id }) => Number(id.slice(5)));
  return { server, ...hook, shown };
}
const range = (to: number) => Array.from({ length: to }, (_, index) => index + 1);

it('reads on page by page to the end, and no further', async () => {
  const { result, shown, server } = open({ Query: { users: pagesOf(() => range(7)) } });
  await waitFor(() => expect(shown()).toEqual([1, 2, 3]));
  expect(result.current).toMatchObject({ totalCount: 7, hasMore: true, loading: false });
  act(() => result.current.loadMore());
  act(() => result.current.loadMore());
  await waitFor(() => expect(shown()).toEqual(range(6)));
  act(() => result.current.loadMore());
  await waitFor(() => expect(shown()).toEqual(range(7)));
  expect(result.current.hasMore).toBe(false);
  act(() => result.current.loadMore());
  expect(server.sent).toHaveLength(3);
});

it('keeps what is shown until the first page of another search arrives', async () => {
  const { result, shown, rerender } = open({ Query: { users: pagesOf(() => range(30)) } });
  await waitFor(() => expect(shown()).toEqual([1, 2, 3]));
  act(() => result.current.loadMore());
  await waitFor(() => expect(shown()).toEqual(range(6)));
  rerender({ search: '2' });
  expect(result.current.loading).toBe(true);
  expect(shown()).toEqual([1, 2, 3]);
  await waitFor(() => expect(shown()).toEqual([2, 12, 20]));
});

it('shows a new row once after a refresh, without a hole between the pages', async () => {
  let people = range(6);
  const { result, shown } = open({ Query: { users: pagesOf(() => people) } });
  await waitFor(() => expect(shown()).toEqual([1, 2, 3]));
  act(() => result.current.loadMore());
  await waitFor(() => expect(shown()).toEqual(range(6)));
  people = [9, ...people];
  act(() => result.current.refresh());
  await waitFor(() => expect(shown()).toEqual([9, 1, 2]));
  act(() => result.current.loadMore());
  await waitFor(() => expect(shown()).toEqual([9, 1, 2, 3, 4, 5]));
});

it('shows a row that another page shows differently now', async () => {
  let name = 'Person 1';
  const { result, server } = open({
    Query: {
      users: () => ({
        ...pagesOf(() => [1])({ first: 3 }),
        nodes: [{ ...user(1), displayName: name }],
      }),
    },
  });
  await waitFor(() => expect(result.current.nodes[0]?.displayName).toBe('Person 1'));
  name = 'Ada';
  await act(() =>
    server.client
      .query(PagesTestDocument, { first: 1, search: 'Ada' }, { requestPolicy: 'network-only' })
      .toPromise(),
  );
  await waitFor(() => expect(result.current.nodes[0]?.displayName).toBe('Ada'));
});

it('reports a failure and can be tried again', async () => {
  let broken = true;
  const users = pagesOf(() => [1]);
  const { result, shown } = open({
    Query: {
      users: (args: Args) => {
        if (broken) throw new Error('away');
        return users(args);
      },
    },
  });
  await waitFor(() => expect(result.current.error?.message).toContain('away'));
  expect(result.current.loading).toBe(false);
  broken = false;
  act(() => result.current.refresh());
  await waitFor(() => expect(shown()).toEqual([1]));
  expect(result.current.error).toBeUndefined();
});
