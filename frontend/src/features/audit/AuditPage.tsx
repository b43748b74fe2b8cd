import { Result, type TableProps } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useViewer } from '@/app/viewer';
import { graphql } from '@/graph/generated';
import type { AuditQuery } from '@/graph/generated/graphql';
import { useConnectionPages } from '@/graph/useConnectionPages';
import { EmptyState } from '@/ui/EmptyState';
import { GrowingTable } from '@/ui/GrowingTable';
import { Page } from '@/ui/Page';
import { Fault } from '@/ui/PageState';
import { useParameters } from '@/ui/parameters';
import { AuditFilters } from './AuditFilters';
import { ActionCell, ActorCell, AuditCard, TargetCell, TimeCell } from './AuditRow';
import { EventDrawer } from './EventDrawer';
import { ExportButton } from './ExportButton';
import { readFilters, toQueryFilter } from './filter';
import { VerifyTrail } from './VerifyButton';

const AuditDocument = graphql(`
  query Audit($first: Int!, $after: String, $filter: AuditEventFilter) {
    auditEvents(first: $first, after: $after, filter: $filter) {
      nodes { id ...AuditRow_event }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Row = NonNullable<AuditQuery['auditEvents']>['nodes'][number];

/** All of the trail for admins; what was done to one thing for whoever manages it. */
export function Component() {
  const { t } = useTranslation('audit');
  const { isAdmin } = useViewer();
  const [params] = useSearchParams();
  if (isAdmin || readFilters(params).target) return <Audit />;
  return (
    <Page title={t('title')}>
      <Result status="403" subTitle={t('adminsOnly')} />
    </Page>
  );
}

function useColumns(open: (id: string) => void): NonNullable<TableProps<Row>['columns']> {
  const { t } = useTranslation('audit');
  return [
    { key: 'at', title: t('column.at'), width: 150, render: (_, row) => <TimeCell event={row} /> },
    {
      key: 'actor',
      title: t('column.actor'),
      width: 200,
      ellipsis: true,
      render: (_, row) => <ActorCell event={row} />,
    },
    {
      key: 'action',
      title: t('column.action'),
      width: 240,
      render: (_, row) => <ActionCell event={row} onOpen={open} />,
    },
    {
      key: 'target',
      title: t('column.target'),
      ellipsis: true,
      render: (_, row) => <TargetCell event={row} />,
    },
  ];
}

function Audit() {
  const { t } = useTranslation('audit');
  const { isAdmin } = useViewer();
  const [params, change] = useParameters();
  const text = params.toString();
  const filter = useMemo(() => toQueryFilter(readFilters(new URLSearchParams(text))), [text]);
  const pages = useConnectionPages({
    query: AuditDocument,
    variables: { filter },
    connection: (data) => data.auditEvents,
  });
  const open = (id: string | undefined) => change({ event: id });
  const columns = useColumns(open);
  const event = params.get('event');
  return (
    <Page fill title={t('title')} actions={<ExportButton filter={filter} />}>
      {isAdmin && <VerifyTrail onOpen={open} />}
      <AuditFilters />
      {pages.error && <Fault error={pages.error} onRetry={pages.refresh} />}
      <GrowingTable<Row>
        {...pages}
        label={t('title')}
        rows={pages.nodes}
        columns={columns}
        card={(row) => <AuditCard event={row} onOpen={open} />}
        minWidth={760}
        empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
      />
      {event && <EventDrawer id={event} onClose={() => open(undefined)} />}
    </Page>
  );
}
