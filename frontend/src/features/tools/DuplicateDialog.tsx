import { Flex, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { UserError } from '@/graph/faults';
import { graphql } from '@/graph/generated';
import { useAction } from '@/graph/useAction';
import { showAtFields, UserErrors } from '@/ui/UserErrors';
import { TOOL_NAME } from './create/toolName';
import { toolUrl } from './urls';

const DuplicateTool = graphql(`
  mutation DuplicateTool($input: DuplicateToolInput!) {
    duplicateTool(input: $input) {
      tool { id }
      userErrors { code message field }
    }
  }
`);

type Props = { tool: { id: string; name: string; displayName: string }; onClose: () => void };
type Fields = { displayName: string; name: string };

export function DuplicateDialog({ tool, onClose }: Props) {
  const { t } = useTranslation('tools');
  const navigate = useNavigate();
  const [form] = Form.useForm<Fields>();
  const [errors, setErrors] = useState<readonly UserError[]>([]);
  const [run, running] = useAction(DuplicateTool, (data) => data.duplicateTool);
  const submit = async (fields: Fields) => {
    const { payload, errors: refused } = await run({ input: { id: tool.id, ...fields } });
    if (!payload?.tool) {
      setErrors(showAtFields(form, refused));
      return;
    }
    onClose();
    void navigate(toolUrl(payload.tool.id, 'editor'));
  };
  return (
    <Modal
      open
      title={t('duplicate.title', { title: tool.displayName })}
      okText={t('duplicate.submit')}
      confirmLoading={running}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{
          displayName: t('duplicate.copyOf', { title: tool.displayName }),
          name: `${tool.name.slice(0, 95)}_copy`,
        }}
        onFinish={submit}
      >
        <Form.Item
          name="displayName"
          label={t('field.displayName')}
          rules={[{ required: true, whitespace: true, message: t('create.titleNeeded') }]}
        >
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item
          name="name"
          label={t('field.name')}
          rules={[{ required: true, pattern: TOOL_NAME, message: t('create.nameRule') }]}
        >
          <Input maxLength={100} spellCheck={false} />
        </Form.Item>
        <Flex vertical gap={8}>
          {t('duplicate.text')}
          <UserErrors errors={errors} />
        </Flex>
      </Form>
    </Modal>
  );
}
