import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserError } from '@/graph/faults';
import { graphql } from '@/graph/generated';
import { useAction } from '@/graph/useAction';
import { FormDialog } from '@/ui/FormDialog';
import { showAtFields } from '@/ui/UserErrors';
import { AgentFields, type AgentValues } from './AgentFields';

const CreateAgentDocument = graphql(`
  mutation CreateAgent($input: CreateAgentInput!) {
    createAgent(input: $input) {
      agent { id ...AgentRow_agent }
      userErrors { code message field }
    }
  }
`);

type Values = AgentValues & { name: string };
type Props = { onClose: () => void; onCreated: (id: string) => void };

export function CreateAgentDialog({ onClose, onCreated }: Props) {
  const { t } = useTranslation(['agents', 'common']);
  const [form] = Form.useForm<Values>();
  const [errors, setErrors] = useState<UserError[]>([]);
  const [create, creating] = useAction(CreateAgentDocument, (data) => data.createAgent);

  const submit = async (values: Values) => {
    const outcome = await create({ input: { ...values, icon: values.icon || null } });
    setErrors(showAtFields(form, outcome.errors));
    if (outcome.payload?.agent) onCreated(outcome.payload.agent.id);
  };
  return (
    <FormDialog<Values>
      title={t('create')}
      submit={t('create')}
      form={form}
      initialValues={{ description: '', persona: '' }}
      errors={errors}
      busy={creating}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('field.name')}
        extra={t('field.nameHint')}
        rules={[{ required: true, whitespace: true, message: t('field.nameMissing') }]}
      >
        <Input autoFocus autoCapitalize="none" spellCheck={false} maxLength={100} />
      </Form.Item>
      <AgentFields />
    </FormDialog>
  );
}
