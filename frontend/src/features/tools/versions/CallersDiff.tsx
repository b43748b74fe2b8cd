import { Alert, Skeleton, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useQuery } from 'urql';
import { graphql } from '@/graph/generated';
import { ChangeList } from './ChangeList';

const CallersDiffQuery = graphql(`
  query CallersDiff($id: ID!, $from: Int!, $to: Int!) {
    versionDiff(tool: $id, from: $from, to: $to) { ...ChangeList_diff }
    tool(id: $id) {
      id
      agents(first: 10) { totalCount nodes { id displayName } }
    }
  }
`);

type Props = { toolId: string; from: number; to: number; title?: string };

/** What going from one version to another means for callers, and which agents it touches. */
export function CallersDiff({ toolId, from, to, title }: Props) {
  const { t } = useTranslation('versions');
  const [{ data, fetching }] = useQuery({
    query: CallersDiffQuery,
    variables: { id: toolId, from, to },
    requestPolicy: 'cache-and-network',
  });
  if (!data?.versionDiff)
    return fetching ? (
      <Skeleton active title={false} paragraph={{ rows: 2 }} />
    ) : (
      <Alert type="warning" showIcon title={t('diff.failed')} />
    );
  const { nodes: agents = [], totalCount: count = 0 } = data.tool?.agents ?? {};
  return (
    <>
      <ChangeList diff={data.versionDiff} {...(title && { title })} />
      {count > 0 && (
        <Typography.Text type="secondary">
          {t('diff.agents', { count })}{' '}
          {agents.map((agent, index) => (
            <span key={agent.id}>
              {index > 0 && ', '}
              <Link to={`/agents/${agent.id}`} className="among-words">
                {agent.displayName}
              </Link>
            </span>
          ))}{' '}
          {count > agents.length && t('diff.more', { count: count - agents.length })}
        </Typography.Text>
      )}
    </>
  );
}
