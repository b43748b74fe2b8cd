import { DeleteOutlined } from '@ant-design/icons';
import { Alert, App, Button, Card, Flex, Table, Tag, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type DocumentType, type FragmentType, graphql, readFragment } from '@/graph/generated';
import { useAction } from '@/graph/useAction';
import { useConnectionPages } from '@/graph/useConnectionPages';
import { EmptyState } from '@/ui/EmptyState';
import { Loading } from '@/ui/Loading';
import { Fault } from '@/ui/PageState';
import { RelativeTime } from '@/ui/RelativeTime';
import { SubjectLabel } from '@/ui/SubjectLabel';
import { toolUrl } from '../urls';
import { useRefusal } from '../useRefusal';
import { GrantForm } from './GrantForm';

export const AccessTab_tool = graphql(`
  fragment AccessTab_tool on Tool { id visibility owner { ...SubjectLabel_subject } }
`);

const GrantRow_permission = graphql(`
  fragment GrantRow_permission on ToolPermission {
    id
    permission
    expiresAt
    createdAt
    subject { ...SubjectLabel_subject }
    grantedBy { ...SubjectLabel_subject }
  }
`);

const ToolGrantsQuery = graphql(`
  query ToolGrants($id: ID!, $first: Int!, $after: String) {
    tool(id: $id) {
      id
      permissions(first: $first, after: $after) {
        totalCount
        nodes { id ...GrantRow_permission }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

const RevokeToolPermission = graphql(`
  mutation RevokeToolPermission($input: RevokeToolPermissionInput!) {
    revokeToolPermission(input: $input) {
      deletedId
      userErrors { code message field }
    }
  }
`);

export default function AccessTab(props: { tool: FragmentType<typeof AccessTab_tool> }) {
  const { t } = useTranslation('tools');
  const tool = readFragment(AccessTab_tool, props.tool);
  const list = useConnectionPages({
    query: ToolGrantsQuery,
    variables: { id: tool.id },
    connection: (data) => data.tool?.permissions,
  });
  const rows = list.nodes.map((node) => readFragment(GrantRow_permission, node));
  return (
    <Flex vertical gap={16}>
      <Alert
        type={tool.visibility === 'PRIVATE' ? 'info' : 'warning'}
        showIcon
        title={t(`access.${tool.visibility}`)}
        description={
          <Flex vertical gap={4}>
            {t(`visibilityText.${tool.visibility}`)}
            <Link to={toolUrl(tool.id, 'editor')}>{t('access.change')}</Link>
          </Flex>
        }
      />
      <Card size="small" title={t('access.grant')}>
        <GrantForm toolId={tool.id} onGranted={list.refresh} />
      </Card>
      {list.error && <Fault error={list.error} onRetry={list.refresh} />}
      {list.loading && rows.length === 0 ? (
        <Loading />
      ) : (
        <Grants rows={rows} onRevoked={list.refresh} />
      )}
      {list.hasMore && (
        <Button loading={list.loadingMore} onClick={list.loadMore} style={{ alignSelf: 'center' }}>
          {t('loadMore', { ns: 'common' })}
        </Button>
      )}
    </Flex>
  );
}

type Row = DocumentType<typeof GrantRow_permission>;

function Grants({ rows, onRevoked }: { rows: Row[]; onRevoked: () => void }) {
  const { t } = useTranslation('tools');
  if (rows.length === 0) return <EmptyState title={t('access.none')} text={t('access.noneText')} />;
  return (
    <Table
      aria-label={t('tab.access')}
      size="small"
      rowKey="id"
      dataSource={rows}
      pagination={false}
      scroll={{ x: 'max-content' }}
      columns={[
        {
          key: 'subject',
          title: t('access.subject'),
          render: (_, row) => <SubjectLabel subject={row.subject} />,
        },
        {
          key: 'permission',
          title: t('access.level'),
          render: (_, row) => <Tag>{t(`permission.${row.permission}.title`)}</Tag>,
        },
        {
          key: 'expires',
          title: t('access.expires'),
          render: (_, row) => <Expiry at={row.expiresAt} />,
        },
        {
          key: 'by',
          title: t('access.by'),
          render: (_, row) => row.grantedBy && <SubjectLabel subject={row.grantedBy} />,
        },
        {
          key: 'since',
          title: t('access.since'),
          render: (_, row) => <RelativeTime at={row.createdAt} />,
        },
        {
          key: 'revoke',
          title: <span className="sr-only">{t('access.revoke')}</span>,
          render: (_, row) => <RevokeButton row={row} onRevoked={onRevoked} />,
        },
      ]}
    />
  );
}

function Expiry({ at }: { at: string | null | undefined }) {
  const { t } = useTranslation('tools');
  if (!at) return <Typography.Text type="secondary">{t('access.never')}</Typography.Text>;
  const expired = new Date(at) <= new Date();
  return (
    <>
      <RelativeTime at={at} /> {expired && <Tag color="warning">{t('access.expired')}</Tag>}
    </>
  );
}

function RevokeButton({ row, onRevoked }: { row: Row; onRevoked: () => void }) {
  const { t } = useTranslation('tools');
  const { modal } = App.useApp();
  const refuse = useRefusal();
  const [run, running] = useAction(RevokeToolPermission, (data) => data.revokeToolPermission);
  const revoke = async () => {
    const { errors } = await run({ input: { id: row.id } });
    if (errors.length > 0) refuse(errors);
    else onRevoked();
  };
  return (
    <Button
      size="small"
      danger
      icon={<DeleteOutlined aria-hidden />}
      loading={running}
      onClick={() =>
        modal.confirm({
          title: t('access.revokeTitle'),
          content: t('access.revokeText'),
          okText: t('access.revoke'),
          okButtonProps: { danger: true },
          onOk: revoke,
        })
      }
    >
      {t('access.revoke')}
    </Button>
  );
}
