import { Grid, Spin, Tag } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type DocumentType, type FragmentType, graphql, readFragment } from '@/graph/generated';
import type { ConnectionPages } from '@/graph/useConnectionPages';
import { RelativeTime } from '@/ui/RelativeTime';
import { StatusTag } from '@/ui/StatusTag';
import { SubjectLabel } from '@/ui/SubjectLabel';
import { toolsUrl, toolUrl } from '../urls';
import { BulkBar } from './BulkBar';
import { type ToolFilters, toToolFilter } from './filters';
import styles from './ToolTable.module.css';
import { type Selection, useSelection } from './useSelection';
import { type Column, VirtualTable } from './VirtualTable';

export const ToolRow_tool = graphql(`
  fragment ToolRow_tool on Tool {
    id
    name
    displayName
    description
    icon
    status
    visibility
    tags
    version
    updatedAt
    deletedAt
    category { id name }
    owner { ... on User { id } ... on Agent { id } ...SubjectLabel_subject }
    usage { executionCount lastExecutedAt }
  }
`);

type Row = DocumentType<typeof ToolRow_tool>;
type Node = { id: string } & FragmentType<typeof ToolRow_tool>;
const ROW_HEIGHT = 52;
const CARD_HEIGHT = 112;

type Props = { list: ConnectionPages<Node>; filters: ToolFilters; resetKey: string };
type Choose = {
  label: (title: string) => string;
  selection: Selection;
  indexOf: (id: string) => number;
};

export function ToolTable({ list, filters, resetKey }: Props) {
  const { t, i18n } = useTranslation(['tools', 'transfer']);
  const { md } = Grid.useBreakpoint();
  const rows = useMemo(
    () => list.nodes.map((node) => readFragment(ToolRow_tool, node)),
    [list.nodes],
  );
  const selection = useSelection(rows, resetKey);
  const plain = useMemo(
    () => (md ? wideColumns(t, i18n.language) : [card(t('list.column.name'))]),
    [md, t, i18n.language],
  );
  const choose: Choose = {
    label: (title) => t('bulk.choose', { ns: 'transfer', title }),
    selection,
    indexOf: (id) => rows.findIndex((row) => row.id === id),
  };
  const columns = [choice(choose, t('bulk.bar', { ns: 'transfer' })), ...plain];
  return (
    <>
      <BulkBar
        rows={rows}
        selection={selection}
        totalCount={list.totalCount ?? rows.length}
        filter={toToolFilter(filters)}
        onDone={list.refresh}
      />
      <VirtualTable
        label={filters.deleted ? t('list.deletedLabel') : t('list.title')}
        rows={rows}
        columns={columns}
        rowHeight={md ? ROW_HEIGHT : CARD_HEIGHT}
        totalCount={list.totalCount ?? rows.length}
        onNearEnd={list.loadMore}
        resetKey={resetKey}
        dimmed={list.loading}
      />
      <span role="status" className="sr-only">
        {list.loadingMore && t('list.loadingMore')}
      </span>
      {list.loadingMore && (
        <Spin size="small" style={{ position: 'absolute', bottom: 24, right: 32 }} />
      )}
    </>
  );
}

/** A box of the browser's own: hundreds are drawn in a second of scrolling. */
const choice = ({ label, selection, indexOf }: Choose, title: string): Column<Row> => ({
  key: 'choice',
  title: <span className="sr-only">{title}</span>,
  min: 48,
  grow: 0,
  render: (row) => (
    <label className={styles.choice}>
      <input
        type="checkbox"
        aria-label={label(row.displayName)}
        checked={selection.ids.has(row.id)}
        onChange={({ nativeEvent }) =>
          selection.toggle(indexOf(row.id), (nativeEvent as MouseEvent).shiftKey)
        }
      />
    </label>
  ),
});

function wideColumns(t: TFunction<'tools'>, language: string): Column<Row>[] {
  const number = new Intl.NumberFormat(language);
  return [
    {
      key: 'name',
      title: t('list.column.name'),
      min: 240,
      grow: 4,
      render: (row) => <NameCell row={row} />,
    },
    {
      key: 'status',
      title: t('list.column.status'),
      min: 120,
      grow: 0,
      render: (row) => <StatusTag status={row.status} />,
    },
    {
      key: 'category',
      title: t('list.column.category'),
      min: 120,
      grow: 1,
      render: (row) => <CategoryCell row={row} />,
    },
    {
      key: 'owner',
      title: t('list.column.owner'),
      min: 140,
      grow: 1,
      render: (row) => <OwnerCell row={row} />,
    },
    {
      key: 'calls',
      title: t('list.column.calls'),
      min: 72,
      grow: 0,
      align: 'end',
      render: (row) => number.format(row.usage.executionCount),
    },
    {
      key: 'lastRun',
      title: t('list.column.lastRun'),
      min: 116,
      grow: 0,
      render: (row) => <LastRun row={row} />,
    },
    {
      key: 'updated',
      title: t('list.column.updated'),
      min: 116,
      grow: 0,
      render: (row) => <RelativeTime at={row.updatedAt} />,
    },
  ];
}

const card = (title: string): Column<Row> => ({
  key: 'card',
  title,
  min: 0,
  grow: 1,
  render: (row) => (
    <div className={styles.card}>
      <NameCell row={row} />
      <div className={styles.line}>
        <StatusTag status={row.status} />
        <span className={styles.cut}>
          <CategoryCell row={row} />
        </span>
      </div>
      <div className={styles.line}>
        <OwnerCell row={row} />
        <LastRun row={row} />
      </div>
    </div>
  ),
});

// Plain elements, not antd's: hundreds of cells are drawn in a second of scrolling.
function NameCell({ row }: { row: Row }) {
  const { t } = useTranslation('tools');
  return (
    <>
      <div className={styles.line}>
        <Link to={toolUrl(row.id)} title={row.displayName} className={styles.title}>
          {row.displayName}
        </Link>
        {row.deletedAt && <Tag>{t('list.deleted')}</Tag>}
      </div>
      <div className={styles.line}>
        <code title={row.name} className={styles.name}>
          {row.name}
        </code>
        <span className={styles.description} title={row.description}>
          {row.description}
        </span>
      </div>
    </>
  );
}

function CategoryCell({ row: { category } }: { row: Row }) {
  if (!category) return null;
  return (
    <Link to={toolsUrl({ category: category.id })} title={category.name} className={styles.link}>
      {category.name}
    </Link>
  );
}

function OwnerCell({ row: { owner } }: { row: Row }) {
  const { t } = useTranslation('tools');
  if (!owner)
    return (
      <Link to={toolsUrl({ visibility: ['PLATFORM'] })} className={styles.link}>
        {t('visibility.PLATFORM')}
      </Link>
    );
  return (
    <Link to={toolsUrl({ owner: owner.id })} title={t('list.toolsOfOwner')} className={styles.link}>
      <SubjectLabel subject={owner} plain />
    </Link>
  );
}

function LastRun({ row: { usage } }: { row: Row }) {
  const { t } = useTranslation('tools');
  if (usage.lastExecutedAt) return <RelativeTime at={usage.lastExecutedAt} />;
  return <span className={styles.faint}>{t('list.neverRun')}</span>;
}
