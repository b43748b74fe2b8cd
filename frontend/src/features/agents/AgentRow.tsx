import { ApiOutlined } from '@ant-design/icons';
import { Flex, Tag, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { RelativeTime } from '@/ui/RelativeTime';
import { AgentIcon } from './AgentIcon';

export const AgentRow_agent = graphql(`
  fragment AgentRow_agent on Agent {
    id
    name
    displayName
    description
    icon
    isActive
    createdAt
    owner { id displayName }
  }
`);

type Cell = { agent: FragmentType<typeof AgentRow_agent> };

export function AgentNameCell({ agent }: Cell) {
  const { t } = useTranslation(['agents', 'connect']);
  const { id, name, displayName, icon, isActive } = readFragment(AgentRow_agent, agent);
  return (
    <Flex gap={8} align="center" wrap>
      <AgentIcon icon={icon} />
      <Link to={`/agents/${id}`}>{displayName}</Link>
      <Typography.Text type="secondary">{name}</Typography.Text>
      {!isActive && <Tag>{t('inactive')}</Tag>}
      <Link to={`/agents/${id}/connect`} aria-label={t('connect:linkName', { name: displayName })}>
        <ApiOutlined /> {t('connect:link')}
      </Link>
    </Flex>
  );
}

export function AgentDescriptionCell({ agent }: Cell) {
  return readFragment(AgentRow_agent, agent).description;
}

export function AgentOwnerCell({ agent }: Cell) {
  return readFragment(AgentRow_agent, agent).owner.displayName;
}

export function AgentCreatedCell({ agent }: Cell) {
  return <RelativeTime at={readFragment(AgentRow_agent, agent).createdAt} />;
}

/** An agent where there is no room for columns. */
export function AgentCard({ agent }: Cell) {
  const { description, owner } = readFragment(AgentRow_agent, agent);
  return (
    <Flex vertical gap={2}>
      <AgentNameCell agent={agent} />
      {description && <span>{description}</span>}
      <Typography.Text type="secondary">
        {owner.displayName} · <AgentCreatedCell agent={agent} />
      </Typography.Text>
    </Flex>
  );
}
