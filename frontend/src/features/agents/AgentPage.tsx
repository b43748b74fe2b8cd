import { ApiOutlined, EditOutlined } from '@ant-design/icons';
import { Button, Card, Descriptions, Flex, Tag, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { TokensPanel } from '@/features/tokens/TokensPanel';
import { graphql } from '@/graph/generated';
import type { AgentPageQuery } from '@/graph/generated/graphql';
import { useLastingQuery } from '@/graph/useLastingQuery';
import { LinkButton } from '@/ui/LinkButton';
import { Page } from '@/ui/Page';
import { PageState } from '@/ui/PageState';
import { ExactTime } from '@/ui/RelativeTime';
import { AgentGrants } from './AgentGrants';
import { AgentIcon } from './AgentIcon';
import { AgentSwitch } from './AgentSwitch';
import { EditAgentDialog } from './EditAgentDialog';

const AgentPageDocument = graphql(`
  query AgentPage($id: ID!) {
    agent(id: $id) {
      id
      name
      displayName
      description
      icon
      isActive
      createdAt
      owner { id displayName }
      profile {
        id
        persona
        tokens(first: 100) { ...TokensPanel_tokens }
      }
      permissions(first: 100) { ...AgentGrants_permissions }
      ...EditAgentDialog_agent
      ...AgentSwitch_agent
    }
  }
`);

type Agent = NonNullable<AgentPageQuery['agent']>;

export function Component() {
  const { agentId = '' } = useParams();
  const [{ data, fetching, error }, again] = useLastingQuery({
    query: AgentPageDocument,
    variables: { id: agentId },
    requestPolicy: 'cache-and-network',
  });
  const readAgain = () => again({ requestPolicy: 'network-only' });
  if (!data?.agent)
    return <PageState fetching={fetching} error={error} back="/agents" onRetry={readAgain} />;
  return <Content agent={data.agent} onChanged={readAgain} />;
}

function Content({ agent, onChanged }: { agent: Agent; onChanged: () => void }) {
  const { t } = useTranslation(['agents', 'common', 'connect']);
  const [editing, setEditing] = useState(false);
  const { profile } = agent;
  return (
    <Page
      title={agent.displayName}
      heading={
        <Flex component="span" gap={8} align="center" wrap>
          <AgentIcon icon={agent.icon} /> {agent.displayName}
          {!agent.isActive && <Tag>{t('inactive')}</Tag>}
        </Flex>
      }
      actions={
        <>
          <LinkButton to={`/agents/${agent.id}/connect`} icon={<ApiOutlined />}>
            {t('connect:link')}
          </LinkButton>
          <LinkButton to={`/executions?agent=${agent.id}`}>{t('executions')}</LinkButton>
          {profile && (
            <>
              <AgentSwitch agent={agent} />
              <Button icon={<EditOutlined />} onClick={() => setEditing(true)}>
                {t('common:edit')}
              </Button>
            </>
          )}
        </>
      }
    >
      <Card size="small">
        <Facts agent={agent} />
      </Card>
      {profile && (
        <>
          <Card size="small" title={t('field.persona')}>
            {profile.persona ? (
              <Typography.Paragraph style={{ whiteSpace: 'pre-wrap', margin: 0 }}>
                {profile.persona}
              </Typography.Paragraph>
            ) : (
              <Typography.Text type="secondary">{t('noPersona')}</Typography.Text>
            )}
          </Card>
          <TokensPanel
            subject={agent.id}
            kind="AGENT"
            tokens={profile.tokens}
            onCreated={onChanged}
          />
        </>
      )}
      <AgentGrants permissions={agent.permissions} />
      {editing && <EditAgentDialog agent={agent} onClose={() => setEditing(false)} />}
    </Page>
  );
}

function Facts({ agent }: { agent: Agent }) {
  const { t } = useTranslation('agents');
  const items = [
    { key: 'name', label: t('field.name'), children: <code>{agent.name}</code> },
    { key: 'owner', label: t('column.owner'), children: agent.owner.displayName },
    { key: 'created', label: t('column.created'), children: <ExactTime at={agent.createdAt} /> },
    ...(agent.description
      ? [{ key: 'about', label: t('field.description'), span: 3, children: agent.description }]
      : []),
  ];
  return <Descriptions size="small" column={{ xs: 1, sm: 2, lg: 3 }} items={items} />;
}
