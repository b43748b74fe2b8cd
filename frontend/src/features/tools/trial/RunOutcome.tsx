import { Alert, Flex, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Artifacts } from '@/features/executions/Artifacts';
import { Failure } from '@/features/executions/Failure';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { JsonView } from '@/ui/JsonView';
import { formatBytes, formatDuration } from '@/ui/time';

export const RunOutcome_execution = graphql(`
  fragment RunOutcome_execution on Execution {
    id
    status
    outputData
    performanceWarning
    cpuMs
    peakMemoryBytes
    artifacts { ...Artifacts_artifact }
    ...Failure_execution
  }
`);

type Props = { execution: FragmentType<typeof RunOutcome_execution> };

/** How a run ended: its result, or why there is none; and the files it made. */
export function RunOutcome(props: Props) {
  const { t } = useTranslation('tools');
  const execution = readFragment(RunOutcome_execution, props.execution);
  return (
    <Flex vertical gap={12}>
      <Failure execution={execution} />
      {execution.performanceWarning && (
        <Alert type="warning" showIcon role="note" title={t('run.slow')} />
      )}
      {execution.status === 'SUCCESS' && (
        <JsonView value={execution.outputData} label={t('run.result')} />
      )}
      <Used cpuMs={execution.cpuMs} bytes={execution.peakMemoryBytes} />
      <Artifacts artifacts={execution.artifacts} />
    </Flex>
  );
}

type UsedProps = { cpuMs?: number | null; bytes?: number | null };

/** What the run took of the machine, as far as that is known. */
function Used({ cpuMs, bytes }: UsedProps) {
  const { t } = useTranslation('tools');
  const parts = [
    cpuMs != null && t('run.processor', { time: formatDuration(cpuMs) }),
    bytes != null && t('run.memory', { size: formatBytes(bytes) }),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return <Typography.Text type="secondary">{parts.join(' · ')}</Typography.Text>;
}
