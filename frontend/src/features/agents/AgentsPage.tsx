import { PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, type TableProps } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { graphql } from '@/graph/generated';
import type { AgentsQuery } from '@/graph/generated/graphql';
import { useConnectionPages } from '@/graph/useConnectionPages';
import { EmptyState } from '@/ui/EmptyState';
import { GrowingTable } from '@/ui/GrowingTable';
import { Page } from '@/ui/Page';
import { Fault } from '@/ui/PageState';
import { useParameters } from '@/ui/parameters';
import { SearchField } from '@/ui/SearchField';
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

export function Component() {
  const { t } = useTranslation('agents');
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const [params, change] = useParameters();
  const search = params.get('q') ?? '';
  const inactive = params.get('inactive') === '1';
  const pages = useConnectionPages({
    query: AgentsDocument,
    variables: { filter: { search: search || undefined, isActive: inactive ? undefined : true } },
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
          <SearchField value={search} onChange={(q) => change({ q })} />
          <Checkbox
            checked={inactive}
            onChange={(event) => change({ inactive: event.target.checked ? '1' : null })}
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
          search ? (
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
