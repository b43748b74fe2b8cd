import { type ToolFilters, writeFilters } from './list/filters';

export const TOOL_TABS = ['overview', 'editor', 'try', 'versions', 'executions', 'access'] as const;
export type ToolTab = (typeof TOOL_TABS)[number];

const withParams = (path: string, params: URLSearchParams) =>
  params.size > 0 ? `${path}?${params}` : path;

export const toolsUrl = (filters: Partial<ToolFilters> = {}): string =>
  withParams('/tools', writeFilters(filters));

export const newToolUrl = '/tools/new';

export const importToolsUrl = '/tools/import';

export function toolUrl(
  id: string,
  tab: ToolTab = 'overview',
  params: Record<string, string> = {},
): string {
  const path = tab === 'overview' ? `/tools/${id}` : `/tools/${id}/${tab}`;
  return withParams(path, new URLSearchParams(params));
}

/** The tab a URL names; null for one that does not exist. */
export const tabOf = (segment: string | undefined): ToolTab | null =>
  TOOL_TABS.find((tab) => tab === (segment ?? 'overview')) ?? null;
