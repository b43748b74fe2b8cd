import {
  type AnyVariables,
  type CombinedError,
  stringifyVariables,
  type TypedDocumentNode,
} from '@urql/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from 'urql';
import { pipe, type Subscription, subscribe } from 'wonka';

export type Connection<Node> = {
  totalCount?: number;
  nodes: readonly Node[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
};

type Page<Node> = { after: string | null; connection: Connection<Node> };

export type ConnectionPages<Node> = {
  nodes: Node[];
  totalCount: number | undefined;
  hasMore: boolean;
  /** True while the first page is read; what was shown before stays until it arrives. */
  loading: boolean;
  loadingMore: boolean;
  error: CombinedError | undefined;
  loadMore: () => void;
  /** Starts again from the first page, from the server. */
  refresh: () => void;
};

type State<Node> = {
  pages: Page<Node>[];
  loading: boolean;
  loadingMore: boolean;
  error: CombinedError | undefined;
};

const nothing = { pages: [], loading: true, loadingMore: false, error: undefined };

/**
 * A list read page by page (`$first`, `$after`), for a table that grows as one scrolls.
 * All pages stay subscribed to the cache, so a changed row changes here too. When the first page
 * turns out to end elsewhere than before, the later pages no longer join on to it and are dropped.
 * `connection` takes the connection out of the answer; it must not depend on anything that changes.
 */
export function useConnectionPages<
  Data,
  Variables extends AnyVariables,
  Node extends { id: string },
>({
  query,
  variables,
  connection,
  pageSize = 50,
  pause = false,
}: {
  query: TypedDocumentNode<Data, Variables>;
  variables: Omit<Variables, 'first' | 'after'>;
  connection: (data: Data) => Connection<Node> | null | undefined;
  pageSize?: number;
  pause?: boolean;
}): ConnectionPages<Node> {
  const client = useClient();
  const key = stringifyVariables(variables);
  const [epoch, setEpoch] = useState(0);
  const [state, setState] = useState<State<Node>>(nothing);
  const subscriptions = useRef<Subscription[]>([]);
  const pick = useRef(connection);
  pick.current = connection;

  const open = useCallback(
    (index: number, after: string | null, fresh: boolean) => {
      const all = { ...JSON.parse(key || '{}'), first: pageSize, after } as Variables;
      const requestPolicy = fresh ? 'network-only' : 'cache-and-network';
      const source = client.query(query, all, { requestPolicy });
      const subscription = pipe(
        source,
        subscribe(({ data, error, stale }) => {
          const page = data ? pick.current(data) : undefined;
          if (page) setState((old) => withPage(old, index, { after, connection: page }, stale));
          else setState((old) => ({ ...old, loading: false, loadingMore: false, error }));
        }),
      );
      subscriptions.current[index] = subscription;
    },
    [client, query, key, pageSize],
  );

  useEffect(() => {
    if (pause) return;
    setState(({ pages }) => ({ ...nothing, pages: pages.slice(0, 1) }));
    open(0, null, epoch > 0);
    return () => {
      for (const subscription of subscriptions.current) subscription.unsubscribe();
      subscriptions.current = [];
    };
  }, [open, epoch, pause]);

  const last = state.pages.at(-1)?.connection.pageInfo;
  const hasMore = Boolean(last?.hasNextPage && last.endCursor);
  const busy = state.loading || state.loadingMore;
  const loadMore = () => {
    if (!hasMore || busy || !last?.endCursor) return;
    setState((old) => ({ ...old, loadingMore: true }));
    open(state.pages.length, last.endCursor, false);
  };
  const refresh = useCallback(() => setEpoch((old) => old + 1), []);
  const nodes = useMemo(() => unique(state.pages), [state.pages]);
  return {
    nodes,
    totalCount: state.pages[0]?.connection.totalCount,
    hasMore,
    loading: state.loading,
    loadingMore: state.loadingMore,
    error: state.error,
    loadMore,
    refresh,
  };
}

function withPage<Node>(
  old: State<Node>,
  index: number,
  page: Page<Node>,
  stale: boolean,
): State<Node> {
  const before = old.pages[index]?.connection.pageInfo.endCursor;
  const joins = before === page.connection.pageInfo.endCursor;
  const later = joins ? old.pages.slice(index + 1) : [];
  return {
    pages: [...old.pages.slice(0, index), page, ...later],
    loading: index === 0 ? stale : old.loading,
    loadingMore: index === 0 ? old.loadingMore : false,
    error: undefined,
  };
}

function unique<Node extends { id: string }>(pages: Page<Node>[]): Node[] {
  const seen = new Map<string, Node>();
  for (const page of pages)
    for (const node of page.connection.nodes) if (!seen.has(node.id)) seen.set(node.id, node);
  return [...seen.values()];
}
