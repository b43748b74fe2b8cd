import { Card, Flex, Table, type TableProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import type { TopLists_StatisticsFragment } from '@/graph/generated/graphql';
import { EmptyState } from '@/ui/EmptyState';
import { SubjectLabel } from '@/ui/SubjectLabel';
import { formatDuration } from '@/ui/time';

export const TopLists_statistics = graphql(`
  fragment TopLists_statistics on Statistics {
    topTools(first: 5) { calls failures p95Ms tool { id displayName } }
    slowTools(first: 5) { slow calls p95Ms tool { id displayName } }
    topCallers(first: 5) {
      calls
      failures
      caller {
        __typename
        ... on User { id }
        ... on Agent { id }
        ...SubjectLabel_subject
      }
    }
  }
`);

type Lists = TopLists_StatisticsFragment;
type Tool = Lists['topTools'][number]['tool'];

/** Who is called most, what is slow, and who calls. */
export function TopLists({ statistics }: { statistics: FragmentType<typeof TopLists_statistics> }) {
  const { t } = useTranslation('home');
  const { topTools, slowTools, topCallers } = readFragment(TopLists_statistics, statistics);
  return (
    <Flex gap={12} wrap align="stretch">
      <TopList<Lists['topTools'][number]>
        title={t('top.tools')}
        empty={t('top.none')}
        rows={topTools}
        columns={[
          { title: t('top.tool'), render: (_, row) => <ToolName tool={row.tool} /> },
          count(t('top.calls'), (row) => row.calls),
          count(t('top.failures'), (row) => row.failures),
          count(t('top.p95'), (row) => row.p95Ms != null && formatDuration(row.p95Ms)),
        ]}
      />
      <TopList<Lists['slowTools'][number]>
        title={t('top.slow')}
        empty={t('top.noSlow')}
        rows={slowTools}
        columns={[
          { title: t('top.tool'), render: (_, row) => <ToolName tool={row.tool} slow /> },
          count(t('top.slowRuns'), (row) => row.slow),
          count(t('top.p95'), (row) => row.p95Ms != null && formatDuration(row.p95Ms)),
        ]}
      />
      <TopList<Lists['topCallers'][number]>
        title={t('top.callers')}
        empty={t('top.none')}
        rows={topCallers}
        columns={[
          { title: t('top.caller'), render: (_, row) => <SubjectLabel subject={row.caller} /> },
          count(t('top.calls'), (row) => row.calls),
          count(t('top.failures'), (row) => row.failures),
        ]}
      />
    </Flex>
  );
}

function count<Row>(title: string, value: (row: Row) => React.ReactNode) {
  return {
    title,
    width: 68,
    align: 'right' as const,
    render: (_: unknown, row: Row) => (
      <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{value(row)}</span>
    ),
  };
}

function ToolName({ tool, slow = false }: { tool: Tool; slow?: boolean }) {
  const { t } = useTranslation('home');
  if (!tool) return t('hiddenTool');
  return (
    <Link to={slow ? `/executions?tool=${tool.id}&slow=1` : `/tools/${tool.id}`}>
      {tool.displayName}
    </Link>
  );
}

type ListProps<Row> = {
  title: string;
  empty: string;
  rows: readonly Row[];
  columns: NonNullable<TableProps<Row>['columns']>;
};

function TopList<Row extends object>({ title, empty, rows, columns }: ListProps<Row>) {
  return (
    <Card size="small" title={title} style={{ flex: '1 1 280px', minWidth: 0, maxWidth: '100%' }}>
      {rows.length === 0 ? (
        <EmptyState title={empty} />
      ) : (
        <Table<Row>
          aria-label={title}
          size="small"
          pagination={false}
          scroll={{ x: 'max-content' }}
          rowKey={(row) => rows.indexOf(row)}
          columns={columns.map((column, key) => ({ ...column, key }))}
          dataSource={[...rows]}
        />
      )}
    </Card>
  );
}
