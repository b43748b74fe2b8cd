import { Alert, Button, Form, Input, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { safeNext } from '@/app/signedOut';
import { Frame } from './Frame';
import { isSignedIn, type Refusal, signIn } from './session';
import { useRefusalText } from './useRefusalText';

type Values = { username: string; password: string };

export function Component() {
  const { t } = useTranslation('sign-in');
  const [params] = useSearchParams();
  const next = safeNext(params.get('next'));
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  const describe = useRefusalText();

  useEffect(() => {
    let here = true;
    void isSignedIn().then((yes) => {
      // In place of this page, which would send whoever goes back here forward again.
      if (yes && here) location.replace(next);
    });
    return () => {
      here = false;
    };
  }, [next]);

  const submit = async ({ username, password }: Values) => {
    setBusy(true);
    const answer = await signIn(username.trim(), password);
    if (answer.ok) {
      location.assign(next);
      return;
    }
    setBusy(false);
    setRefusal(answer.refusal);
  };

  return (
    <Frame title={t('title')}>
      <Form<Values>
        layout="vertical"
        requiredMark={false}
        onFinish={(values) => void submit(values)}
      >
        {refusal && (
          <Form.Item>
            <Alert type="error" showIcon role="alert" title={describe(refusal)} />
          </Form.Item>
        )}
        <Form.Item
          name="username"
          label={t('username')}
          rules={[{ required: true, message: t('usernameMissing') }]}
        >
          <Input autoComplete="username" autoCapitalize="none" autoFocus spellCheck={false} />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('password')}
          rules={[{ required: true, message: t('passwordMissing') }]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('submit')}
        </Button>
      </Form>
      <Typography.Paragraph type="secondary" style={{ margin: '16px 0 0' }}>
        {t('lost')}{' '}
        <Typography.Text code style={{ whiteSpace: 'nowrap' }}>
          toolcrib signin-link
        </Typography.Text>
      </Typography.Paragraph>
    </Frame>
  );
}
