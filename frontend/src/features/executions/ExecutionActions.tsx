import { RedoOutlined, StopOutlined } from '@ant-design/icons';
import { App, Button, Popconfirm } from 'antd';
import { useTranslation } from 'react-i18next';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { useAction } from '@/graph/useAction';
import { LinkButton } from '@/ui/LinkButton';

export const ExecutionActions_execution = graphql(`
  fragment ExecutionActions_execution on Execution {
    id
    viewerCanCancel
    cancelRequestedAt
    tool { id viewerCanExecute }
  }
`);

const CancelExecutionDocument = graphql(`
  mutation CancelExecution($input: CancelExecutionInput!) {
    cancelExecution(input: $input) {
      execution { id status ...ExecutionActions_execution }
      userErrors { code message field }
    }
  }
`);

type Props = { execution: FragmentType<typeof ExecutionActions_execution>; ended: boolean };

export function ExecutionActions(props: Props) {
  const { t } = useTranslation('executions');
  const { message } = App.useApp();
  const execution = readFragment(ExecutionActions_execution, props.execution);
  const [cancel, cancelling] = useAction(CancelExecutionDocument, (data) => data.cancelExecution);
  const { id, tool, viewerCanCancel, cancelRequestedAt } = execution;

  const stop = async () => {
    const { errors } = await cancel({ input: { id } });
    for (const error of errors) void message.error(error.message);
  };
  return (
    <>
      {viewerCanCancel && !props.ended && (
        <Popconfirm
          title={t('detail.cancelSure')}
          description={t('detail.cancelText')}
          okText={t('detail.cancel')}
          okButtonProps={{ danger: true }}
          cancelText={t('detail.keepRunning')}
          onConfirm={stop}
        >
          <Button
            danger
            icon={<StopOutlined />}
            loading={cancelling || (cancelRequestedAt != null && !props.ended)}
          >
            {t(cancelRequestedAt ? 'detail.cancelling' : 'detail.cancel')}
          </Button>
        </Popconfirm>
      )}
      {tool?.viewerCanExecute && (
        <LinkButton to={`/tools/${tool.id}?tab=try&from=${id}`} icon={<RedoOutlined />}>
          {t('detail.again')}
        </LinkButton>
      )}
    </>
  );
}
