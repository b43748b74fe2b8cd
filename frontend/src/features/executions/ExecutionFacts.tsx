import { Descriptions, type DescriptionsProps, Flex, Tag, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { ExactTime } from '@/ui/RelativeTime';
import { SubjectLabel } from '@/ui/SubjectLabel';
import { formatBytes, formatDuration } from '@/ui/time';
import { SlowTag } from './ExecutionRow';

export const ExecutionFacts_execution = graphql(`
  fragment ExecutionFacts_execution on Execution {
    id
    toolVersion
    createdAt
    startedAt
    completedAt
    durationMs
    queueMs
    cpuMs
    peakMemoryBytes
    traceId
    idempotencyKey
    performanceWarning
    rateLimitHit
    tool { id name }
    caller { ...SubjectLabel_subject }
    onBehalfOf { id displayName }
    agent { id displayName }
  }
`);

type Props = { execution: FragmentType<typeof ExecutionFacts_execution>; ended: boolean };

export function ExecutionFacts(props: Props) {
  const { t } = useTranslation('executions');
  const run = readFragment(ExecutionFacts_execution, props.execution);
  const items: [key: string, label: string, value: React.ReactNode][] = [
    [
      'tool',
      t('column.tool'),
      <Flex key="tool" gap={6} wrap>
        {run.tool ? <Link to={`/tools/${run.tool.id}`}>{run.tool.name}</Link> : t('hiddenTool')}
        <span>{t('detail.version', { version: run.toolVersion })}</span>
      </Flex>,
    ],
    ['caller', t('detail.caller'), <SubjectLabel key="caller" subject={run.caller} />],
    ['onBehalfOf', t('detail.onBehalfOf'), run.onBehalfOf?.displayName],
    [
      'agent',
      t('detail.agent'),
      run.agent && <Link to={`/agents/${run.agent.id}`}>{run.agent.displayName}</Link>,
    ],
    ['created', t('detail.created'), <ExactTime key="created" at={run.createdAt} />],
    [
      'duration',
      t('detail.duration'),
      <Flex key="duration" gap={6} wrap>
        {run.durationMs != null && formatDuration(run.durationMs)}
        {run.durationMs == null && run.startedAt && !props.ended && (
          <Elapsed since={run.startedAt} />
        )}
        {run.performanceWarning && <SlowTag />}
        {run.rateLimitHit && <Tag color="warning">{t('detail.rateLimited')}</Tag>}
      </Flex>,
    ],
    ['waited', t('detail.waited'), run.queueMs != null && formatDuration(run.queueMs)],
    ['processor', t('detail.processor'), run.cpuMs != null && formatDuration(run.cpuMs)],
    ['memory', t('detail.memory'), run.peakMemoryBytes != null && formatBytes(run.peakMemoryBytes)],
    ['trace', t('detail.trace'), run.traceId && <Code text={run.traceId} />],
    ['key', t('detail.key'), run.idempotencyKey && <Code text={run.idempotencyKey} />],
  ];
  const shown: DescriptionsProps['items'] = items
    .filter(([, , value]) => value)
    .map(([key, label, children]) => ({ key, label, children }));
  return <Descriptions size="small" column={{ xs: 1, sm: 2, lg: 3 }} items={shown} />;
}

const Code = ({ text }: { text: string }) => (
  <Typography.Text code copyable style={{ overflowWrap: 'anywhere' }}>
    {text}
  </Typography.Text>
);

/** The time since a run began, counted here while it goes on. */
function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums' }}>
      {formatDuration(Math.max(0, now - new Date(since).getTime()))}
    </span>
  );
}
