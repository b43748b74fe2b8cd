import { Card, Flex, Tag, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { EmptyState } from '@/ui/EmptyState';
import { RelativeTime } from '@/ui/RelativeTime';
import { StatusTag } from '@/ui/StatusTag';

export const AgentGrants_permissions = graphql(`
  fragment AgentGrants_permissions on ToolPermissionConnection {
    nodes {
      id
      permission
      expiresAt
      tool { id name displayName status }
    }
  }
`);

type Props = { permissions: FragmentType<typeof AgentGrants_permissions> };

/** The tools an agent was granted something on; granting is done at the tool. */
export function AgentGrants(props: Props) {
  const { t } = useTranslation('agents');
  const { nodes } = readFragment(AgentGrants_permissions, props.permissions);
  return (
    <Card size="small" title={t('grants.title')}>
      {nodes.length === 0 ? (
        <EmptyState
          title={t('grants.empty')}
          text={t('grants.emptyText')}
          action={<Link to="/tools">{t('grants.toTools')}</Link>}
        />
      ) : (
        <Flex vertical gap={8} component="ul" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {nodes.map(({ id, tool, permission, expiresAt }) => (
            <Flex key={id} component="li" gap={8} wrap align="center">
              {tool && <Link to={`/tools/${tool.id}?tab=access`}>{tool.displayName}</Link>}
              {tool && <StatusTag status={tool.status} />}
              <Tag>{t(`grants.${permission}`)}</Tag>
              {expiresAt && (
                <Typography.Text type="secondary">
                  {t('grants.expires')} <RelativeTime at={expiresAt} />
                </Typography.Text>
              )}
            </Flex>
          ))}
        </Flex>
      )}
    </Card>
  );
}
