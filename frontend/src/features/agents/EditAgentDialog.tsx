import { App, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserError } from '@/graph/faults';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { useAction } from '@/graph/useAction';
import { FormDialog } from '@/ui/FormDialog';
import { showAtFields } from '@/ui/UserErrors';
import { AgentFields, type AgentValues } from './AgentFields';

export const EditAgentDialog_agent = graphql(`
  fragment EditAgentDialog_agent on Agent {
    id
    displayName
    description
    icon
    profile { id persona }
  }
`);

export const UpdateAgentDocument = graphql(`
  mutation UpdateAgent($input: UpdateAgentInput!) {
    updateAgent(input: $input) {
      agent { id isActive ...AgentRow_agent ...EditAgentDialog_agent }
      userErrors { code message field }
    }
  }
`);

type Props = { agent: FragmentType<typeof EditAgentDialog_agent>; onClose: () => void };

export function EditAgentDialog({ agent, onClose }: Props) {
  const { t } = useTranslation(['agents', 'common']);
  const { message } = App.useApp();
  const [form] = Form.useForm<AgentValues>();
  const [errors, setErrors] = useState<UserError[]>([]);
  const { id, displayName, description, icon, profile } = readFragment(
    EditAgentDialog_agent,
    agent,
  );
  const [update, updating] = useAction(UpdateAgentDocument, (data) => data.updateAgent);

  const submit = async (values: AgentValues) => {
    const outcome = await update({ input: { id, ...values, icon: values.icon || null } });
    setErrors(showAtFields(form, outcome.errors));
    if (outcome.errors.length > 0) return;
    void message.success(t('saved'));
    onClose();
  };
  return (
    <FormDialog<AgentValues>
      title={t('edit')}
      submit={t('common:save')}
      form={form}
      initialValues={{ displayName, description, icon, persona: profile?.persona ?? '' }}
      errors={errors}
      busy={updating}
      onSubmit={submit}
      onClose={onClose}
    >
      <AgentFields />
    </FormDialog>
  );
}
