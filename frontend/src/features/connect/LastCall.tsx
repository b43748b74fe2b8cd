import { Card, Flex, Spin, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSubscription } from 'urql';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import type { ExecutionFilter } from '@/graph/generated/graphql';
import { RelativeTime } from '@/ui/RelativeTime';
import { StatusTag } from '@/ui/StatusTag';

export const LastCall_execution = graphql(`
  fragment LastCall_execution on Execution {
    id
    status
    createdAt
    tool { id displayName }
  }
`);

const CallsDocument = graphql(`
  subscription ConnectCalls($filter: ExecutionFilter) {
    executions(filter: $filter) { id ...LastCall_execution }
  }
`);

type Run = FragmentType<typeof LastCall_execution>;
type Props = {
  filter: ExecutionFilter;
  /** The last one before the page was opened. */
  before: Run | undefined;
};

/** Whether the agent has called, as it happens. */
export function LastCall({ filter, before }: Props) {
  const { t } = useTranslation('connect');
  const [{ data }] = useSubscription({ query: CallsDocument, variables: { filter } });
  const run = readFragment(LastCall_execution, data?.executions ?? before);
  return (
    <Card size="small" title={t('calls.title')}>
      <div role="status">
        {run ? (
          <Flex gap={8} wrap align="center">
            <StatusTag status={run.status} />
            <Link to={`/executions/${run.id}`}>{run.tool?.displayName ?? t('calls.hidden')}</Link>
            <RelativeTime at={run.createdAt} />
          </Flex>
        ) : (
          <Flex gap={8} align="center">
            <Spin size="small" />
            <Typography.Text>{t('calls.waiting')}</Typography.Text>
          </Flex>
        )}
      </div>
    </Card>
  );
}
