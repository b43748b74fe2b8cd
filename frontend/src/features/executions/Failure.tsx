import { Alert, Flex, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { CopyButton } from '@/ui/CopyButton';
import { ServerWords } from '@/ui/ServerWords';

export const Failure_execution = graphql(`
  fragment Failure_execution on Execution {
    id
    status
    errorCode
    errorMessage
    errorStack
    warnings
  }
`);

/** What stopped a run for which there is something to do that the message doesn't say. */
const ADVISED = [
  'MEMORY_LIMIT',
  'OUTPUT_LIMIT',
  'PROCESS_LIMIT',
  'TIMEOUT',
  'SANDBOX_FAILED',
] as const;

/** Why a run failed, with the script's traceback for those who may see it, and what it was warned of. */
export function Failure(props: { execution: FragmentType<typeof Failure_execution> }) {
  const { t } = useTranslation('executions');
  const { status, errorCode, errorMessage, errorStack, warnings } = readFragment(
    Failure_execution,
    props.execution,
  );
  const advised = ADVISED.find((code) => code === errorCode);
  return (
    <>
      {warnings.map((warning) => (
        <Alert key={warning} type="warning" showIcon title={<ServerWords>{warning}</ServerWords>} />
      ))}
      {errorCode && (
        <Alert
          type={status === 'CANCELLED' ? 'info' : 'error'}
          showIcon
          title={
            <Flex gap={8} wrap>
              <Typography.Text strong>{errorCode}</Typography.Text>
              <span style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
                {errorMessage}
              </span>
            </Flex>
          }
          description={
            (errorStack || advised) && (
              <Flex vertical gap={8}>
                {advised && t(`advice.${advised}`)}
                {advised === 'SANDBOX_FAILED' && <Link to="/health">{t('detail.sandbox')}</Link>}
                {errorStack && <Traceback text={errorStack} />}
              </Flex>
            )
          }
        />
      )}
    </>
  );
}

function Traceback({ text }: { text: string }) {
  const { t } = useTranslation('executions');
  return (
    <Flex gap={8} align="start" justify="space-between">
      <details open style={{ minWidth: 0, flex: 1 }}>
        <summary style={{ cursor: 'pointer' }}>{t('detail.traceback')}</summary>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
          tabIndex={0}
          style={{ margin: '8px 0 0', fontSize: 12, overflow: 'auto', maxHeight: 320 }}
        >
          {text}
        </pre>
      </details>
      <CopyButton size="small" type="text" text={text} label={t('detail.copyTraceback')} />
    </Flex>
  );
}
