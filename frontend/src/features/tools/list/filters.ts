import type {
  ExecutorType,
  ToolFilter,
  ToolOrder,
  ToolStatus,
  ToolVisibility,
} from '@/graph/generated/graphql';
import { EXECUTOR_TYPES } from '../scripts';

export const TOOL_STATUSES = ['DRAFT', 'ACTIVE', 'DEPRECATED', 'DISABLED'] as const;
export const TOOL_VISIBILITIES = ['PLATFORM', 'PUBLIC', 'PRIVATE'] as const;
export const TOOL_SORTS = ['relevance', 'name', 'created', 'updated'] as const;
export type ToolSort = (typeof TOOL_SORTS)[number];

/** What the tools list shows; its whole state lives in the URL. */
export type ToolFilters = {
  search: string;
  status: ToolStatus[];
  visibility: ToolVisibility[];
  executor: ExecutorType[];
  tags: string[];
  category: string | null;
  owner: string | null;
  deleted: boolean;
  sort: ToolSort | null;
};

const oneOf = <T extends string>(allowed: readonly T[], value: string): value is T =>
  (allowed as readonly string[]).includes(value);

function known<T extends string>(params: URLSearchParams, key: string, allowed: readonly T[]): T[] {
  return params.getAll(key).filter((value) => oneOf(allowed, value));
}

/** Reads the filters from a URL; values this console does not know are left out. */
export function readFilters(params: URLSearchParams): ToolFilters {
  const sort = params.get('sort') ?? '';
  return {
    search: params.get('q') ?? '',
    status: known(params, 'status', TOOL_STATUSES),
    visibility: known(params, 'visibility', TOOL_VISIBILITIES),
    executor: known(params, 'executor', EXECUTOR_TYPES),
    tags: params.getAll('tag').filter(Boolean),
    category: params.get('category') || null,
    owner: params.get('owner') || null,
    deleted: params.get('deleted') === '1',
    sort: oneOf(TOOL_SORTS, sort) ? sort : null,
  };
}

/** The shortest URL parameters that say the same as the filters. */
export function writeFilters(filters: Partial<ToolFilters>): URLSearchParams {
  const params = new URLSearchParams();
  const add = (key: string, value: string | null | undefined) => value && params.append(key, value);
  add('q', filters.search);
  for (const value of filters.status ?? []) add('status', value);
  for (const value of filters.visibility ?? []) add('visibility', value);
  for (const value of filters.executor ?? []) add('executor', value);
  for (const value of filters.tags ?? []) add('tag', value);
  add('category', filters.category);
  add('owner', filters.owner);
  add('deleted', filters.deleted ? '1' : null);
  add('sort', filters.sort);
  return params;
}

/** Whether anything narrows the list (the order does not). */
export const isNarrowed = (filters: ToolFilters): boolean =>
  writeFilters({ ...filters, sort: null }).size > 0;

const some = <T>(values: T[]): T[] | null => (values.length > 0 ? values : null);

/** The filters as the API's argument. */
export function toToolFilter(filters: ToolFilters): ToolFilter {
  return {
    search: filters.search.trim() || null,
    status: some(filters.status),
    visibility: some(filters.visibility),
    executorType: some(filters.executor),
    tags: some(filters.tags),
    category: filters.category,
    owner: filters.owner,
    deleted: filters.deleted,
  };
}

/** The order in force: the best hits first while searching, else by name, unless the URL says otherwise. */
export function sortInForce(filters: ToolFilters): ToolSort {
  const searching = filters.search.trim() !== '';
  if (filters.sort === 'relevance' && !searching) return 'name';
  return filters.sort ?? (searching ? 'relevance' : 'name');
}

const ORDERS: Record<ToolSort, ToolOrder> = {
  relevance: { field: 'RELEVANCE', direction: 'DESC' },
  name: { field: 'NAME', direction: 'ASC' },
  created: { field: 'CREATED_AT', direction: 'DESC' },
  updated: { field: 'UPDATED_AT', direction: 'DESC' },
};

export const toToolOrder = (filters: ToolFilters): ToolOrder => ORDERS[sortInForce(filters)];
