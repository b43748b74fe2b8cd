import { RedoOutlined, StopOutlined } from '@ant-design/icons';
import { Button, Card, Flex, Typography } from 'antd';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useQuery } from 'urql';
import { hasEnded } from '@/execution-log/status';
import { useExecutionLog } from '@/execution-log/useExecutionLog';
import { isLasting } from '@/graph/faults';
import { graphql } from '@/graph/generated';
import { useAction } from '@/graph/useAction';
import { EmptyState } from '@/ui/EmptyState';
import { LinkButton } from '@/ui/LinkButton';
import { LogView } from '@/ui/log/LogView';
import { Fault } from '@/ui/PageState';
import { StatusTag } from '@/ui/StatusTag';
import { formatDuration } from '@/ui/time';
import { toolUrl } from '../urls';
import { useRefusal } from '../useRefusal';
import { RunOutcome } from './RunOutcome';
import { ExecuteTool } from './TryForm';
import { useElapsed } from './useElapsed';

const LiveRunQuery = graphql(`
  query LiveRun($id: ID!) {
    execution(id: $id) {
      id
      status
      startedAt
      durationMs
      inputData
      toolVersion
      viewerCanCancel
      cancelRequestedAt
      tool { id version }
      ...RunOutcome_execution
    }
  }
`);

const CancelExecution = graphql(`
  mutation TryCancelExecution($input: CancelExecutionInput!) {
    cancelExecution(input: $input) {
      execution { id status cancelRequestedAt viewerCanCancel }
      userErrors { code message field }
    }
  }
`);

type Props = { toolId: string; executionId: string; onRerun: (executionId: string) => void };

/** Status, log and result as they come: the log from the events, the result read once when the run ends. */
export function LiveRun({ toolId, executionId, onRerun }: Props) {
  const { t } = useTranslation('tools');
  const live = useExecutionLog(executionId);
  const [{ data, fetching, error }, reread] = useQuery({
    query: LiveRunQuery,
    variables: { id: executionId },
    requestPolicy: 'cache-and-network',
  });
  const readEnd = useEffectEvent(() => reread({ requestPolicy: 'network-only' }));
  useEffect(() => {
    if (live.ended) readEnd();
  }, [live.ended]);
  const execution = data?.execution;
  const status = live.status ?? execution?.status ?? 'PENDING';
  const elapsed = useElapsed(execution?.startedAt, status === 'RUNNING');
  const duration = live.durationMs ?? execution?.durationMs ?? elapsed;
  const unread = !execution && !fetching && live.status === undefined;
  if (unread && (!error || isLasting(error))) return <NoSuchRun toolId={toolId} />;
  if (unread && error)
    return <Fault error={error} onRetry={() => reread({ requestPolicy: 'network-only' })} />;
  return (
    <RunCard extra={<Link to={`/executions/${executionId}`}>{t('run.open')}</Link>}>
      <Flex gap={12} align="center" wrap>
        <span role="status">
          <StatusTag status={status} />
        </span>
        {duration != null && <Typography.Text>{formatDuration(duration)}</Typography.Text>}
        {execution && (
          <Typography.Text type="secondary">
            {t('version', { version: execution.toolVersion })}
          </Typography.Text>
        )}
        <span style={{ flex: 1 }} />
        <CancelButton
          executionId={executionId}
          running={!hasEnded(status)}
          asked={Boolean(execution?.cancelRequestedAt)}
        />
        {execution?.tool && hasEnded(status) && (
          <RerunButton
            input={execution.inputData}
            tool={execution.tool}
            version={execution.toolVersion}
            onStarted={onRerun}
          />
        )}
      </Flex>
      {live.error && <Fault error={live.error} />}
      <LogView log={live.log} ended={live.ended} height={260} fileName={executionId} />
      {execution && hasEnded(execution.status) && <RunOutcome execution={execution} />}
    </RunCard>
  );
}

function RunCard({ extra, children }: { extra?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('tools');
  return (
    <Card size="small" title={t('run.title')} extra={extra}>
      <Flex vertical gap={12}>
        {children}
      </Flex>
    </Card>
  );
}

/** For an address that was cut short, or a run that is somebody else's to see. */
function NoSuchRun({ toolId }: { toolId: string }) {
  const { t } = useTranslation('tools');
  const all = <LinkButton to={toolUrl(toolId, 'executions')}>{t('run.all')}</LinkButton>;
  return (
    <RunCard>
      <EmptyState title={t('run.unknown')} text={t('run.unknownText')} action={all} />
    </RunCard>
  );
}

type CancelProps = { executionId: string; running: boolean; asked: boolean };

function CancelButton({ executionId, running, asked }: CancelProps) {
  const { t } = useTranslation('tools');
  const refuse = useRefusal();
  const [run, sending] = useAction(CancelExecution, (data) => data.cancelExecution);
  if (!running) return null;
  const cancel = async () => {
    const { errors } = await run({ input: { id: executionId } });
    if (errors.length > 0) refuse(errors);
  };
  return (
    <Button
      size="small"
      danger
      icon={<StopOutlined aria-hidden />}
      loading={sending || asked}
      onClick={() => void cancel()}
    >
      {asked ? t('run.cancelling') : t('run.cancel')}
    </Button>
  );
}

type RerunProps = {
  input: unknown;
  tool: { id: string; version: number };
  version: number;
  onStarted: (executionId: string) => void;
};

/** The same input on the same version once more. */
function RerunButton({ input, tool, version, onStarted }: RerunProps) {
  const { t } = useTranslation('tools');
  const refuse = useRefusal();
  const [run, starting] = useAction(ExecuteTool, (data) => data.executeTool);
  const again = async () => {
    const older = version < tool.version ? version : null;
    const { payload, errors } = await run({
      input: { tool: tool.id, input, version: older, wait: false },
    });
    if (payload?.execution) onStarted(payload.execution.id);
    else refuse(errors);
  };
  return (
    <Button
      size="small"
      icon={<RedoOutlined aria-hidden />}
      loading={starting}
      onClick={() => void again()}
    >
      {t('run.again')}
    </Button>
  );
}
