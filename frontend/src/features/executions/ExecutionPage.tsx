import { Card, Flex } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { hasEnded } from '@/execution-log/status';
import { type ExecutionLog, useExecutionLog } from '@/execution-log/useExecutionLog';
import { graphql } from '@/graph/generated';
import type { ExecutionPageQuery } from '@/graph/generated/graphql';
import { useLastingQuery } from '@/graph/useLastingQuery';
import { JsonView } from '@/ui/JsonView';
import { LogView } from '@/ui/log/LogView';
import { Page } from '@/ui/Page';
import { Fault, PageState } from '@/ui/PageState';
import { StatusTag } from '@/ui/StatusTag';
import { Artifacts } from './Artifacts';
import { ExecutionActions } from './ExecutionActions';
import { ExecutionFacts } from './ExecutionFacts';
import { Failure } from './Failure';
import { Milestones } from './Milestones';

const ExecutionPageDocument = graphql(`
  query ExecutionPage($id: ID!) {
    execution(id: $id) {
      id
      status
      inputData
      outputData
      tool { id name displayName }
      artifacts { id ...Artifacts_artifact }
      ...ExecutionActions_execution
      ...ExecutionFacts_execution
      ...Failure_execution
    }
  }
`);

type Execution = NonNullable<ExecutionPageQuery['execution']>;

/** The execution and its live log; read again when the log tells of something the row has gained. */
function useExecution(id: string) {
  const [{ data, fetching, error }, again] = useLastingQuery({
    query: ExecutionPageDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const live = useExecutionLog(id);
  const known = data?.execution?.status;
  const behind = known && !hasEnded(known) && live.status && live.status !== known;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each event asks once, even if the row still lags
  useEffect(() => {
    if (behind) again({ requestPolicy: 'network-only' });
  }, [behind, live.milestones.length, again]);
  return { execution: data?.execution, fetching, error, again, live };
}

export function Component() {
  const { t } = useTranslation('executions');
  const { executionId = '' } = useParams();
  const { execution, fetching, error, again, live } = useExecution(executionId);
  if (!execution)
    return (
      <PageState
        fetching={fetching}
        error={error}
        back="/executions"
        onRetry={() => again({ requestPolicy: 'network-only' })}
      />
    );
  const tool = execution.tool?.displayName ?? t('hiddenTool');
  // The log hears of the end first; a row that has ended stays so.
  const status = hasEnded(execution.status) ? execution.status : (live.status ?? execution.status);
  return (
    <Page
      title={t('detail.title', { tool })}
      heading={
        <Flex gap={8} align="center" wrap component="span">
          {tool} <StatusTag status={status} />
        </Flex>
      }
      actions={<ExecutionActions execution={execution} ended={hasEnded(status)} />}
    >
      <Content execution={execution} live={live} ended={hasEnded(status)} />
    </Page>
  );
}

type ContentProps = { execution: Execution; live: ExecutionLog; ended: boolean };

function Content({ execution, live, ended }: ContentProps) {
  const { t } = useTranslation('executions');
  return (
    <>
      <Failure execution={execution} />
      <Card size="small">
        <ExecutionFacts execution={execution} ended={ended} />
      </Card>
      <Flex gap={12} wrap align="stretch">
        <Card size="small" title={t('detail.log')} style={{ flex: '3 1 520px', minWidth: 0 }}>
          {live.error && <Fault error={live.error} />}
          <LogView log={live.log} ended={ended} fileName={execution.tool?.name ?? execution.id} />
        </Card>
        <Card size="small" title={t('detail.timeline')} style={{ flex: '1 1 240px', minWidth: 0 }}>
          <Milestones milestones={live.milestones} />
        </Card>
      </Flex>
      <Artifacts artifacts={execution.artifacts} />
      <Flex gap={12} wrap align="stretch">
        <Card size="small" title={t('detail.input')} style={{ flex: '1 1 320px', minWidth: 0 }}>
          <Value label={t('detail.input')} value={execution.inputData} none={t('detail.noInput')} />
        </Card>
        <Card size="small" title={t('detail.output')} style={{ flex: '1 1 320px', minWidth: 0 }}>
          <Value
            label={t('detail.output')}
            value={execution.outputData}
            none={t(ended ? 'detail.noOutputEnded' : 'detail.noOutput')}
          />
        </Card>
      </Flex>
    </>
  );
}

function Value({ label, value, none }: { label: string; value: unknown; none: string }) {
  return value == null ? <span>{none}</span> : <JsonView label={label} value={value} />;
}
