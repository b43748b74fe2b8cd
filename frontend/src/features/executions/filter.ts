import type { ExecutionFilter, ExecutionStatus } from '@/graph/generated/graphql';

export const STATUSES: readonly ExecutionStatus[] = [
  'PENDING',
  'RUNNING',
  'SUCCESS',
  'FAILED',
  'TIMEOUT',
  'CANCELLED',
  'UNAUTHORIZED',
];
export const SPANS = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const;
export type Span = keyof typeof SPANS;

/** What the address bar says about which executions to show. */
export type ShownExecutions = {
  status: ExecutionStatus[];
  tool: string | undefined;
  caller: string | undefined;
  agent: string | undefined;
  slow: boolean;
  since: Span | undefined;
};

const isStatus = (word: string): word is ExecutionStatus =>
  (STATUSES as readonly string[]).includes(word);
const isSpan = (word: string | null): word is Span => word !== null && word in SPANS;

/** Reads the filters from the URL; what makes no sense there is left out. */
export function readFilters(params: URLSearchParams): ShownExecutions {
  const since = params.get('since');
  return {
    status: (params.get('status') ?? '').split(',').filter(isStatus),
    tool: params.get('tool') ?? undefined,
    caller: params.get('caller') ?? undefined,
    agent: params.get('agent') ?? undefined,
    slow: params.get('slow') === '1',
    since: isSpan(since) ? since : undefined,
  };
}

/** Filters as they stand in the URL. */
export const written = (filters: Partial<ShownExecutions>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : value === true ? '1' : value || '',
    ]),
  );

export const hasFilters = ({ status, tool, caller, agent, slow, since }: ShownExecutions) =>
  status.length > 0 || slow || Boolean(tool || caller || agent || since);

/** The part of the filters that a run keeps for its whole life; the feed is narrowed by it on the server. */
export function lastingFilter({ tool, caller, agent }: ShownExecutions): ExecutionFilter {
  return { tool, caller, agent };
}

/** The filters as the server takes them, counting back from `now`. */
export function toQueryFilter(shown: ShownExecutions, now: number): ExecutionFilter {
  return {
    ...lastingFilter(shown),
    status: shown.status.length ? shown.status : undefined,
    performanceWarning: shown.slow || undefined,
    createdAfter: shown.since && new Date(now - SPANS[shown.since]).toISOString(),
  };
}

/** Whether a run belongs on the page as it now stands: one that has just ended may no longer. */
export function isShown(
  shown: ShownExecutions,
  run: { status: ExecutionStatus; performanceWarning: boolean },
): boolean {
  if (shown.status.length > 0 && !shown.status.includes(run.status)) return false;
  return !shown.slow || run.performanceWarning;
}
