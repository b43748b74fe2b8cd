import { ThunderboltOutlined } from '@ant-design/icons';
import { Flex, Tag, Typography, theme } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { RelativeTime } from '@/ui/RelativeTime';
import { StatusTag } from '@/ui/StatusTag';
import { SubjectLabel } from '@/ui/SubjectLabel';
import { formatDuration } from '@/ui/time';

export const ExecutionRow_execution = graphql(`
  fragment ExecutionRow_execution on Execution {
    id
    status
    toolVersion
    errorCode
    durationMs
    performanceWarning
    createdAt
    tool { id name displayName }
    caller { ...SubjectLabel_subject }
  }
`);

type Masked = FragmentType<typeof ExecutionRow_execution>;
type Cell = { execution: Masked };

export function NameCell({ execution }: Cell) {
  const { t } = useTranslation('executions');
  const { id, tool, toolVersion } = readFragment(ExecutionRow_execution, execution);
  return (
    <>
      <Link to={`/executions/${id}`}>{tool?.displayName ?? t('hiddenTool')}</Link>{' '}
      <Typography.Text type="secondary">v{toolVersion}</Typography.Text>
    </>
  );
}

export function StatusCell({ execution }: Cell) {
  const { status, errorCode } = readFragment(ExecutionRow_execution, execution);
  return (
    <Flex gap={6} align="center">
      <StatusTag status={status} />
      {errorCode && errorCode !== status && (
        <Typography.Text type="secondary" ellipsis style={{ fontSize: 12 }}>
          {errorCode}
        </Typography.Text>
      )}
    </Flex>
  );
}

export function CallerCell({ execution }: Cell) {
  return <SubjectLabel subject={readFragment(ExecutionRow_execution, execution).caller} />;
}

export function StartedCell({ execution }: Cell) {
  return <RelativeTime at={readFragment(ExecutionRow_execution, execution).createdAt} />;
}

export function DurationCell({ execution }: Cell) {
  const { durationMs, performanceWarning } = readFragment(ExecutionRow_execution, execution);
  if (durationMs == null) return null;
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {performanceWarning && <SlowSign />} {formatDuration(durationMs)}
    </span>
  );
}

function SlowSign() {
  const { t } = useTranslation('executions');
  const { token } = theme.useToken();
  return (
    <ThunderboltOutlined
      role="img"
      aria-label={t('slow')}
      title={t('slowMeaning')}
      style={{ color: token.colorWarningText }}
    />
  );
}

export function SlowTag() {
  const { t } = useTranslation('executions');
  return (
    <Tag color="warning" icon={<ThunderboltOutlined />} title={t('slowMeaning')}>
      {t('slow')}
    </Tag>
  );
}

/** A run where there is no room for columns. */
export function ExecutionCard({ execution }: Cell) {
  return (
    <Flex vertical gap={4}>
      <Flex justify="space-between" gap={8}>
        <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <NameCell execution={execution} />
        </span>
        <StatusCell execution={execution} />
      </Flex>
      <Flex justify="space-between" gap={8} wrap>
        <CallerCell execution={execution} />
        <span>
          <DurationCell execution={execution} /> · <StartedCell execution={execution} />
        </span>
      </Flex>
    </Flex>
  );
}
