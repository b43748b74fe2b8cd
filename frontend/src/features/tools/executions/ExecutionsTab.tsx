import { Flex, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import {
  CallerCell,
  DurationCell,
  ExecutionCard,
  NameCell,
  StartedCell,
  StatusCell,
} from '@/features/executions/ExecutionRow';
import { type FeedExecution, merged, useFeed } from '@/features/executions/feed';
import { useOnReconnected } from '@/graph/connection';
import { graphql } from '@/graph/generated';
import type { ExecutionStatus } from '@/graph/generated/graphql';
import { useConnectionPages } from '@/graph/useConnectionPages';
import { EmptyState } from '@/ui/EmptyState';
import { GrowingTable } from '@/ui/GrowingTable';
import { LinkButton } from '@/ui/LinkButton';
import { Fault } from '@/ui/PageState';
import { useClearing } from '@/ui/useClearing';
import { toolUrl } from '../urls';

const ToolExecutionsQuery = graphql(`
  query ToolExecutions($id: ID!, $first: Int!, $after: String, $status: [ExecutionStatus!]) {
    tool(id: $id) {
      id
      executions(first: $first, after: $after, status: $status) {
        totalCount
        nodes { id status performanceWarning ...ExecutionRow_execution }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

const STATUSES = [
  'PENDING',
  'RUNNING',
  'SUCCESS',
  'FAILED',
  'TIMEOUT',
  'CANCELLED',
  'UNAUTHORIZED',
] as const;

/** The runs of one tool, newest first; new ones appear as they are recorded. */
export default function ExecutionsTab({ toolId }: { toolId: string }) {
  const { t } = useTranslation('tools');
  const clearing = useClearing();
  const [params, setParams] = useSearchParams();
  const asked = params.getAll('status').join();
  const status = useMemo(() => STATUSES.filter((each) => asked.split(',').includes(each)), [asked]);
  const filter = useMemo(() => ({ tool: toolId }), [toolId]);
  const list = useConnectionPages({
    query: ToolExecutionsQuery,
    variables: { id: toolId, status: status.length > 0 ? status : null },
    connection: (data) => data.tool?.executions,
  });
  const feed = useFeed(filter);
  useOnReconnected(list.refresh);
  const shown = (run: FeedExecution) =>
    status.length === 0 || status.some((each) => each === run.status);
  const rows = merged(list.nodes as FeedExecution[], feed.values(), list.hasMore).filter(shown);
  const choose = (next: ExecutionStatus[]) =>
    setParams(new URLSearchParams(next.map((each) => ['status', each])), {
      replace: true,
      flushSync: true,
    });
  return (
    <Flex vertical gap={12} style={{ height: 'calc(100dvh - 260px)', minHeight: 360 }}>
      <Select
        mode="multiple"
        aria-label={t('filter.status')}
        placeholder={t('filter.status')}
        value={status}
        onChange={choose}
        options={STATUSES.map((value) => ({
          value,
          label: t(`status.${value}`, { ns: 'common' }),
        }))}
        allowClear={clearing}
        style={{ maxWidth: 420 }}
      />
      {list.error && <Fault error={list.error} onRetry={list.refresh} />}
      <GrowingTable
        label={t('tab.executions')}
        rows={rows}
        minWidth={720}
        loading={list.loading}
        hasMore={list.hasMore}
        loadingMore={list.loadingMore}
        loadMore={list.loadMore}
        card={(row) => <ExecutionCard execution={row} />}
        empty={<NoExecutions toolId={toolId} />}
        columns={[
          {
            key: 'run',
            title: t('executions.run'),
            width: 240,
            render: (_, row) => <NameCell execution={row} />,
          },
          {
            key: 'status',
            title: t('list.column.status'),
            width: 190,
            render: (_, row) => <StatusCell execution={row} />,
          },
          {
            key: 'caller',
            title: t('executions.caller'),
            width: 170,
            render: (_, row) => <CallerCell execution={row} />,
          },
          {
            key: 'started',
            title: t('executions.started'),
            width: 140,
            render: (_, row) => <StartedCell execution={row} />,
          },
          {
            key: 'duration',
            title: t('executions.duration'),
            width: 120,
            render: (_, row) => <DurationCell execution={row} />,
          },
        ]}
      />
    </Flex>
  );
}

function NoExecutions({ toolId }: { toolId: string }) {
  const { t } = useTranslation('tools');
  return (
    <EmptyState
      title={t('executions.none')}
      text={t('executions.noneText')}
      action={<LinkButton to={toolUrl(toolId, 'try')}>{t('tab.try')}</LinkButton>}
    />
  );
}
