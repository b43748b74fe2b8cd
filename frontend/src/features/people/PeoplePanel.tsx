import { PlusOutlined } from '@ant-design/icons';
import { Button, Flex, Result, type TableProps, Typography } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '@/app/viewer';
import { graphql } from '@/graph/generated';
import type { PeopleQuery } from '@/graph/generated/graphql';
import { useConnectionPages } from '@/graph/useConnectionPages';
import { EmptyState } from '@/ui/EmptyState';
import { GrowingTable } from '@/ui/GrowingTable';
import { Fault } from '@/ui/PageState';
import { useParameters } from '@/ui/parameters';
import { SearchField } from '@/ui/SearchField';
import { CreatePersonDialog } from './CreatePersonDialog';
import {
  PersonActions,
  PersonCard,
  PersonEmail,
  PersonJoined,
  PersonName,
  PersonRole,
} from './Person';

const PeopleDocument = graphql(`
  query People($first: Int!, $after: String, $search: String) {
    users(first: $first, after: $after, search: $search) {
      nodes { id ...Person_user }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Row = NonNullable<PeopleQuery['users']>['nodes'][number];

function useColumns(): NonNullable<TableProps<Row>['columns']> {
  const { t } = useTranslation('people');
  return useMemo(
    () => [
      { key: 'name', title: t('column.name'), render: (_, row) => <PersonName user={row} /> },
      {
        key: 'email',
        title: t('column.email'),
        width: 220,
        ellipsis: true,
        render: (_, row) => <PersonEmail user={row} />,
      },
      {
        key: 'role',
        title: t('column.role'),
        width: 150,
        render: (_, row) => <PersonRole user={row} />,
      },
      {
        key: 'joined',
        title: t('column.joined'),
        width: 150,
        render: (_, row) => <PersonJoined user={row} />,
      },
      {
        key: 'actions',
        title: <span className="sr-only">{t('column.actions')}</span>,
        width: 170,
        align: 'right',
        render: (_, row) => <PersonActions user={row} />,
      },
    ],
    [t],
  );
}

/** Who may sign in, and what they are here; admins alone see and change it. */
export default function PeoplePanel() {
  const { t } = useTranslation('people');
  const { isAdmin } = useViewer();
  return isAdmin ? <People /> : <Result status="403" subTitle={t('adminsOnly')} />;
}

function People() {
  const { t } = useTranslation('people');
  const [params, change] = useParameters();
  const [creating, setCreating] = useState(false);
  const search = params.get('q') ?? '';
  const pages = useConnectionPages({
    query: PeopleDocument,
    variables: { search: search || null },
    connection: (data) => data.users,
  });
  return (
    <Flex vertical gap={12} style={{ flex: 1, minHeight: 0 }}>
      <Flex gap={12} wrap align="center" justify="space-between">
        <Typography.Text type="secondary" style={{ flex: '1 1 280px' }}>
          {t('rules')}
        </Typography.Text>
        <Flex gap={8} wrap>
          <SearchField value={search} onChange={(q) => change({ q })} />
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
            {t('create')}
          </Button>
        </Flex>
      </Flex>
      {pages.error && <Fault error={pages.error} onRetry={pages.refresh} />}
      <GrowingTable<Row>
        {...pages}
        label={t('title')}
        rows={pages.nodes}
        columns={useColumns()}
        card={(row) => <PersonCard user={row} />}
        minWidth={860}
        empty={<EmptyState title={t('emptySearch')} text={t('emptySearchText')} />}
      />
      {creating && (
        <CreatePersonDialog onClose={() => setCreating(false)} onCreated={pages.refresh} />
      )}
    </Flex>
  );
}
