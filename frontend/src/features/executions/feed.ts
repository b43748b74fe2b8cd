import { useEffect, useState } from 'react';
import { type Client, useClient } from 'urql';
import { pipe, subscribe } from 'wonka';
import { graphql } from '@/graph/generated';
import type { ExecutionFilter, ExecutionsFeedSubscription } from '@/graph/generated/graphql';

export const ExecutionsFeedDocument = graphql(`
  subscription ExecutionsFeed($filter: ExecutionFilter) {
    executions(filter: $filter) {
      id
      status
      performanceWarning
      ...ExecutionRow_execution
    }
  }
`);

export type FeedExecution = ExecutionsFeedSubscription['executions'];
type Feed = ReadonlyMap<string, FeedExecution>;

const KEPT = 1_000;
const NONE: Feed = new Map();

/** Listens to the feed, and tells of what came at most once per animation frame. */
function listen(client: Client, filter: ExecutionFilter, tell: (runs: FeedExecution[]) => void) {
  let waiting: FeedExecution[] = [];
  let frame = 0;
  const subscription = pipe(
    client.subscription(ExecutionsFeedDocument, { filter }),
    subscribe(({ data }) => {
      if (!data) return;
      waiting.push(data.executions);
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        tell(waiting);
        waiting = [];
      });
    }),
  );
  return () => {
    cancelAnimationFrame(frame);
    subscription.unsubscribe();
  };
}

function added(feed: Feed, runs: FeedExecution[]): Feed {
  const next = new Map(feed);
  for (const run of runs) next.set(run.id, run);
  return next.size <= KEPT ? next : new Map([...next].slice(-KEPT));
}

/** The executions that were recorded or changed while the page is open, by id. `filter` must be stable. */
export function useFeed(filter: ExecutionFilter): Feed {
  const client = useClient();
  const [state, setState] = useState({ filter, feed: NONE });
  useEffect(
    () =>
      listen(client, filter, (runs) =>
        setState((old) => ({
          filter,
          feed: added(old.filter === filter ? old.feed : NONE, runs),
        })),
      ),
    [client, filter],
  );
  return state.filter === filter ? state.feed : NONE;
}

type Ordered = { id: string };
// Ids begin with the time they were made at, so they sort by age.
const newestFirst = (a: Ordered, b: Ordered) => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/**
 * The list with what the feed brought since. A run older than the last row read belongs to a page that
 * isn't read yet, so it waits for its turn there.
 */
export function merged<Row extends Ordered>(
  rows: readonly Row[],
  live: Iterable<Row>,
  hasMore: boolean,
): Row[] {
  const oldest = rows.at(-1)?.id;
  const known = new Set(rows.map((row) => row.id));
  const fresh = [...live].filter(
    (run) => !known.has(run.id) && !(hasMore && oldest !== undefined && run.id < oldest),
  );
  return fresh.length === 0 ? [...rows] : [...fresh, ...rows].sort(newestFirst);
}
