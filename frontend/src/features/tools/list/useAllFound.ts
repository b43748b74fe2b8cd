import { useClient } from 'urql';
import { graphql } from '@/graph/generated';
import type { ToolFilter } from '@/graph/generated/graphql';
import { MOST_CHOSEN } from './useSelection';

const FoundToolsQuery = graphql(`
  query FoundTools($filter: ToolFilter, $after: String) {
    tools(first: 100, filter: $filter, after: $after) {
      nodes { id displayName }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** Reads the ids and titles of all tools that the filter finds, as many as can be chosen, loaded in the list or not. */
export function useAllFound(filter: ToolFilter): () => Promise<Found[]> {
  const client = useClient();
  return async () => {
    const found: Found[] = [];
    let after: string | null = null;
    do {
      const { data }: { data?: Page } = await client.query(
        FoundToolsQuery,
        { filter, after },
        { requestPolicy: 'network-only' },
      );
      found.push(...(data?.tools?.nodes ?? []));
      after = data?.tools?.pageInfo.hasNextPage ? (data.tools.pageInfo.endCursor ?? null) : null;
    } while (after && found.length < MOST_CHOSEN);
    return found;
  };
}

type Found = { id: string; displayName: string };
type Page = {
  tools: {
    nodes: Found[];
    pageInfo: { hasNextPage: boolean; endCursor?: string | null };
  } | null;
};
