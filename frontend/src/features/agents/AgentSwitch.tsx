import { App, Button, Popconfirm } from 'antd';
import { useTranslation } from 'react-i18next';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { useAction } from '@/graph/useAction';
import { sentence } from '@/ui/refusal';
import { UpdateAgentDocument } from './EditAgentDialog';

export const AgentSwitch_agent = graphql(`
  fragment AgentSwitch_agent on Agent { id displayName isActive }
`);

/** Turns an agent off, and on again. */
export function AgentSwitch(props: { agent: FragmentType<typeof AgentSwitch_agent> }) {
  const { t } = useTranslation(['agents', 'common']);
  const { message } = App.useApp();
  const { id, displayName, isActive } = readFragment(AgentSwitch_agent, props.agent);
  const [update, updating] = useAction(UpdateAgentDocument, (data) => data.updateAgent);

  const turn = async (on: boolean) => {
    const { errors } = await update({ input: { id, isActive: on } });
    for (const error of errors) void message.error(sentence(error));
  };
  if (!isActive)
    return (
      <Button loading={updating} onClick={() => void turn(true)}>
        {t('activate')}
      </Button>
    );
  return (
    <Popconfirm
      title={t('deactivateSure', { name: displayName })}
      description={t('deactivateText')}
      okText={t('deactivate')}
      okButtonProps={{ danger: true }}
      cancelText={t('common:cancel')}
      onConfirm={() => turn(false)}
    >
      <Button danger loading={updating}>
        {t('deactivate')}
      </Button>
    </Popconfirm>
  );
}
