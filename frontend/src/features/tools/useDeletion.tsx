import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { graphql } from '@/graph/generated';
import { useAction } from '@/graph/useAction';
import { useRefusal } from './useRefusal';

const DeleteTool = graphql(`
  mutation DeleteTool($input: DeleteToolInput!) {
    deleteTool(input: $input) {
      tool { id deletedAt statusMoves viewerCanExecute }
      userErrors { code message field }
    }
  }
`);

const UndeleteTool = graphql(`
  mutation UndeleteTool($input: UndeleteToolInput!) {
    undeleteTool(input: $input) {
      tool { id deletedAt statusMoves viewerCanExecute }
      userErrors { code message field }
    }
  }
`);

const UNDO_SECONDS = 15;

/** Deletes without asking, and offers to undo it: nothing is lost, so nobody has to be stopped. */
export function useDeletion(tool: { id: string; displayName: string }) {
  const { t } = useTranslation('tools');
  const { message, notification } = App.useApp();
  const refuse = useRefusal();
  const [runDelete] = useAction(DeleteTool, (data) => data.deleteTool);
  const [runUndelete] = useAction(UndeleteTool, (data) => data.undeleteTool);
  const input = { id: tool.id };
  const key = `deleted-${tool.id}`;
  const undo = async () => {
    notification.destroy(key);
    const { errors } = await runUndelete({ input });
    if (errors.length > 0) refuse(errors);
    else void message.success(t('deleted.restored', { title: tool.displayName }));
  };
  const remove = async () => {
    const { errors } = await runDelete({ input });
    if (errors.length > 0) {
      refuse(errors);
      return;
    }
    notification.info({
      key,
      title: t('deleted.notice', { title: tool.displayName }),
      description: t('deleted.noticeText'),
      duration: UNDO_SECONDS,
      actions: <Button onClick={() => void undo()}>{t('deleted.undo')}</Button>,
    });
  };
  return { remove, undo };
}
