import { Alert } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { graphql } from '@/graph/generated';
import { useLastingQuery } from '@/graph/useLastingQuery';
import { LinkButton } from '@/ui/LinkButton';
import { Page } from '@/ui/Page';
import { PageState } from '@/ui/PageState';
import { LastCall } from './LastCall';
import { SnippetsCard } from './SnippetsCard';
import { TokenCard } from './TokenCard';

const ConnectPageDocument = graphql(`
  query ConnectPage($id: ID!, $filter: ExecutionFilter) {
    agent(id: $id) {
      id
      displayName
      isActive
      profile { id }
    }
    executions(first: 1, filter: $filter) { nodes { id ...LastCall_execution } }
  }
`);

/** How an agent's programs reach this server: what to paste, with a token made here, and whether it has worked. */
export function Component() {
  const { agentId = '' } = useParams();
  return <ConnectPage key={agentId} agentId={agentId} />; // a token is of one agent, and goes with its page
}

function ConnectPage({ agentId }: { agentId: string }) {
  const { t } = useTranslation(['connect', 'agents']);
  const [secret, setSecret] = useState<string>();
  const filter = useMemo(() => ({ agent: agentId }), [agentId]);
  const [{ data, fetching, error }, again] = useLastingQuery({
    query: ConnectPageDocument,
    variables: { id: agentId, filter },
    requestPolicy: 'cache-and-network',
  });
  const retry = () => again({ requestPolicy: 'network-only' });
  if (!data?.agent)
    return <PageState fetching={fetching} error={error} back="/agents" onRetry={retry} />;
  const { agent } = data;
  return (
    <Page
      title={t('title', { name: agent.displayName })}
      actions={<LinkButton to={`/agents/${agent.id}`}>{t('toAgent')}</LinkButton>}
    >
      {!agent.isActive && <Alert type="warning" showIcon title={t('inactive')} />}
      {agent.profile && <TokenCard agent={agent.id} secret={secret} onSecret={setSecret} />}
      <SnippetsCard secret={secret} />
      <LastCall filter={filter} before={data.executions?.nodes[0]} />
    </Page>
  );
}
