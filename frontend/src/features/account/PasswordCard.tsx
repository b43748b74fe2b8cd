import { Alert, App, Button, Card, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type NewPassword, NewPasswordFields } from '@/features/sign-in/NewPasswordFields';
import { changePassword, type Refusal } from '@/features/sign-in/session';
import { useRefusalText } from '@/features/sign-in/useRefusalText';

type Values = NewPassword & { current: string };

export function PasswordCard() {
  const { t } = useTranslation('account');
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  const describe = useRefusalText();

  const submit = async ({ current, password }: Values) => {
    setBusy(true);
    const answer = await changePassword(current, password);
    setBusy(false);
    setRefusal(answer.ok ? undefined : answer.refusal);
    if (!answer.ok) return;
    form.resetFields();
    void message.success(t('password.changed'));
  };
  return (
    <Card size="small" title={t('password.title')}>
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(values) => void submit(values)}
        style={{ maxWidth: 420 }}
      >
        {refusal && (
          <Form.Item>
            <Alert type="error" showIcon role="alert" title={describe(refusal)} />
          </Form.Item>
        )}
        <Form.Item
          name="current"
          label={t('password.current')}
          rules={[{ required: true, message: t('password.currentMissing') }]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <NewPasswordFields />
        <Button htmlType="submit" loading={busy}>
          {t('password.change')}
        </Button>
      </Form>
    </Card>
  );
}
