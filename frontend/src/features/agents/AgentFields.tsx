import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';

export type AgentValues = {
  displayName: string;
  description: string;
  persona: string;
  icon?: string | null;
};

/** What an agent's author writes about it, in a form. */
export function AgentFields() {
  const { t } = useTranslation('agents');
  return (
    <>
      <Form.Item
        name="displayName"
        label={t('field.displayName')}
        rules={[{ required: true, whitespace: true, message: t('field.displayNameMissing') }]}
      >
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="description" label={t('field.description')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <Form.Item name="persona" label={t('field.persona')} extra={t('field.personaHint')}>
        <Input.TextArea autoSize={{ minRows: 4, maxRows: 14 }} />
      </Form.Item>
      <Form.Item name="icon" label={t('field.icon')} extra={t('field.iconHint')}>
        <Input style={{ maxWidth: 320 }} />
      </Form.Item>
    </>
  );
}
