import { Alert, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Artifacts } from '@/features/executions/Artifacts';
import { Failure } from '@/features/executions/Failure';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { JsonView } from '@/ui/JsonView';

export const RunOutcome_execution = graphql(`
  fragment RunOutcome_execution on Execution {
    id
    status
    outputData
    performanceWarning
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
      <Artifacts artifacts={execution.artifacts} />
    </Flex>
  );
}
