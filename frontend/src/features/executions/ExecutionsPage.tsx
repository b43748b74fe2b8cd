import type { TableProps } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useOnReconnected } from '@/graph/connection';
import { graphql } from '@/graph/generated';
import { useConnectionPages } from '@/graph/useConnectionPages';
import { EmptyState } from '@/ui/EmptyState';
import { GrowingTable } from '@/ui/GrowingTable';
import { Page } from '@/ui/Page';
import { Fault } from '@/ui/PageState';
import { ExecutionFilters } from './ExecutionFilters';
import {
  CallerCell,
  DurationCell,
  ExecutionCard,
  NameCell,
  StartedCell,
  StatusCell,
} from './ExecutionRow';
import { type FeedExecution, merged, useFeed } from './feed';
import { hasFilters, isShown, lastingFilter, readFilters, toQueryFilter } from './filter';

const ExecutionsDocument = graphql(`
  query Executions($first: Int!, $after: String, $filter: ExecutionFilter) {
    executions(first: $first, after: $after, filter: $filter) {
      nodes {
        id
        status
        performanceWarning
        ...ExecutionRow_execution
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** The executions of the filters, new ones and changes included as they happen. */
function useExecutions(search: string) {
  const shown = useMemo(() => readFilters(new URLSearchParams(search)), [search]);
  const filter = useMemo(() => toQueryFilter(shown, Date.now()), [shown]);
  const lasting = useMemo(() => lastingFilter(shown), [shown]);
  const pages = useConnectionPages({
    query: ExecutionsDocument,
    variables: { filter },
    connection: (data) => data.executions,
  });
  const feed = useFeed(lasting);
  useOnReconnected(pages.refresh);
  const { nodes, hasMore } = pages;
  const rows = useMemo(
    () => merged(nodes, feed.values(), hasMore).filter((run) => isShown(shown, run)),
    [nodes, feed, hasMore, shown],
  );
  return { shown, pages, rows };
}

function useColumns(): NonNullable<TableProps<FeedExecution>['columns']> {
  const { t } = useTranslation('executions');
  return useMemo(
    () => [
      {
        key: 'tool',
        title: t('column.tool'),
        ellipsis: true,
        render: (_, run) => <NameCell execution={run} />,
      },
      {
        key: 'status',
        title: t('column.status'),
        width: 220,
        render: (_, run) => <StatusCell execution={run} />,
      },
      {
        key: 'caller',
        title: t('column.caller'),
        width: 200,
        ellipsis: true,
        render: (_, run) => <CallerCell execution={run} />,
      },
      {
        key: 'started',
        title: t('column.started'),
        width: 150,
        render: (_, run) => <StartedCell execution={run} />,
      },
      {
        key: 'duration',
        title: t('column.duration'),
        width: 130,
        align: 'right',
        render: (_, run) => <DurationCell execution={run} />,
      },
    ],
    [t],
  );
}

export function Component() {
  const { t } = useTranslation('executions');
  const [params] = useSearchParams();
  const { shown, pages, rows } = useExecutions(params.toString());
  const columns = useColumns();
  const filtered = hasFilters(shown);
  return (
    <Page fill title={t('title')}>
      <ExecutionFilters />
      {pages.error && <Fault error={pages.error} onRetry={pages.refresh} />}
      <GrowingTable<FeedExecution>
        {...pages}
        label={t('title')}
        rows={rows}
        columns={columns}
        card={(run) => <ExecutionCard execution={run} />}
        minWidth={840}
        empty={
          <EmptyState
            title={t(filtered ? 'emptyFiltered' : 'empty')}
            text={t(filtered ? 'emptyFilteredText' : 'emptyText')}
          />
        }
      />
    </Page>
  );
}
