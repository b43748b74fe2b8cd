import { PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, type TableProps } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { graphql } from '@/graph/generated';
import type { AgentsQuery } from '@/graph/generated/graphql';
import { useConnectionPages } from '@/graph/useConnectionPages';
import { EmptyState } from '@/ui/EmptyState';
import { GrowingTable } from '@/ui/GrowingTable';
import { Page } from '@/ui/Page';
import { Fault } from '@/ui/PageState';
import { useSettled } from '@/ui/useSettled';
import {
  AgentCard,
  AgentCreatedCell,
  AgentDescriptionCell,
  AgentNameCell,
  AgentOwnerCell,
} from './AgentRow';
import { CreateAgentDialog } from './CreateAgentDialog';

const AgentsDocument = graphql(`
  query Agents($first: Int!, $after: String, $filter: AgentFilter) {
    agents(first: $first, after: $after, filter: $filter) {
      nodes { id ...AgentRow_agent }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Row = NonNullable<AgentsQuery['agents']>['nodes'][number];

function useColumns(): NonNullable<TableProps<Row>['columns']> {
  const { t } = useTranslation('agents');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('column.name'),
        width: 320,
        render: (_, row) => <AgentNameCell agent={row} />,
      },
      {
        key: 'description',
        title: t('column.description'),
        ellipsis: true,
        render: (_, row) => <AgentDescriptionCell agent={row} />,
      },
      {
        key: 'owner',
        title: t('column.owner'),
        width: 180,
        ellipsis: true,
        render: (_, row) => <AgentOwnerCell agent={row} />,
      },
      {
        key: 'created',
        title: t('column.created'),
        width: 150,
        render: (_, row) => <AgentCreatedCell agent={row} />,
      },
    ],
    [t],
  );
}

/** Search and filters live in the URL: `q`, `inactive`. */
function useFilters() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string) =>
    setParams(
      (old) => {
        if (value) old.set(name, value);
        else old.delete(name);
        return old;
      },
      { replace: true },
    );
  return { search: params.get('q') ?? '', inactive: params.get('inactive') === '1', set };
}

export function Component() {
  const { t } = useTranslation(['agents', 'common']);
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const { search, inactive, set } = useFilters();
  const settled = useSettled(search, 200);
  const pages = useConnectionPages({
    query: AgentsDocument,
    variables: { filter: { search: settled || undefined, isActive: inactive ? undefined : true } },
    connection: (data) => data.agents,
  });
  const create = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  );
  return (
    <Page
      fill
      title={t('title')}
      actions={
        <>
          <Input
            type="search"
            allowClear
            aria-label={t('common:search')}
            placeholder={t('common:search')}
            value={search}
            onChange={(event) => set('q', event.target.value)}
            style={{ width: 200 }}
          />
          <Checkbox
            checked={inactive}
            onChange={(event) => set('inactive', event.target.checked ? '1' : '')}
          >
            {t('showInactive')}
          </Checkbox>
          {create}
        </>
      }
    >
      {pages.error && <Fault error={pages.error} onRetry={pages.refresh} />}
      <GrowingTable<Row>
        {...pages}
        label={t('title')}
        rows={pages.nodes}
        columns={useColumns()}
        card={(row) => <AgentCard agent={row} />}
        minWidth={900}
        empty={
          settled ? (
            <EmptyState title={t('emptySearch')} text={t('emptySearchText')} />
          ) : (
            <EmptyState title={t('empty')} text={t('emptyText')} action={create} />
          )
        }
      />
      {creating && (
        <CreateAgentDialog
          onClose={() => setCreating(false)}
          onCreated={(id) => void navigate(`/agents/${id}`)}
        />
      )}
    </Page>
  );
}
