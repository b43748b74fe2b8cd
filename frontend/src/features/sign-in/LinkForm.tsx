import { Alert, Button, Checkbox, Flex, Form, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type NewPassword, NewPasswordFields } from './NewPasswordFields';
import { consumeLink, type LinkInfo, type Refusal } from './session';
import { useRefusalText } from './useRefusalText';

type Props = { secret: string; info: LinkInfo };

export function LinkForm({ secret, info }: Props) {
  const { t } = useTranslation('sign-in');
  const [wantsPassword, setWantsPassword] = useState(info.needsPassword);
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  const describe = useRefusalText();

  const submit = async ({ password }: NewPassword) => {
    setBusy(true);
    const answer = await consumeLink(secret, wantsPassword ? password : undefined);
    if (answer.ok) {
      location.assign('/');
      return;
    }
    setBusy(false);
    setRefusal(answer.refusal);
  };

  return (
    <Form<NewPassword>
      layout="vertical"
      requiredMark={false}
      onFinish={(values) => void submit(values)}
    >
      <Typography.Paragraph>
        {t(info.needsPassword ? 'link.choosePassword' : 'link.known', { username: info.username })}
      </Typography.Paragraph>
      {refusal && (
        <Form.Item>
          <Alert type="error" showIcon role="alert" title={describe(refusal)} />
        </Form.Item>
      )}
      {/* Password keepers file the new password under this name. */}
      <input type="hidden" autoComplete="username" name="username" value={info.username} />
      {!info.needsPassword && (
        <Form.Item>
          <Checkbox
            checked={wantsPassword}
            onChange={(event) => setWantsPassword(event.target.checked)}
          >
            {t('link.setPassword')}
          </Checkbox>
        </Form.Item>
      )}
      {wantsPassword && <NewPasswordFields />}
      <Flex vertical gap={8}>
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t(wantsPassword ? 'link.submitPassword' : 'link.submit')}
        </Button>
        <Typography.Text type="secondary">{t('link.once')}</Typography.Text>
      </Flex>
    </Form>
  );
}
