import { KeyOutlined } from '@ant-design/icons';
import { Alert, Button, Card, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreateTokenDialog } from '@/features/tokens/CreateTokenDialog';
import { CopyButton } from '@/ui/CopyButton';
import { VARIABLE } from './snippets';

type Props = {
  agent: string;
  /** The token that was made on this page, if one was. */
  secret: string | undefined;
  onSecret: (secret: string) => void;
};

/** Makes the token that the snippets carry; it lives as long as the page and is kept nowhere. */
export function TokenCard({ agent, secret, onSecret }: Props) {
  const { t } = useTranslation('connect');
  const [creating, setCreating] = useState(false);
  return (
    <Card size="small" title={t('token.title')}>
      {secret ? (
        <Flex vertical gap={12}>
          <Alert type="warning" showIcon title={t('token.once')} />
          <Flex gap={8} align="center">
            <code style={{ overflowWrap: 'anywhere', minWidth: 0 }}>{secret}</code>
            <CopyButton autoFocus text={secret} label={t('token.copy')} />
          </Flex>
        </Flex>
      ) : (
        <Flex gap={12} wrap align="center" justify="space-between">
          <Typography.Text>{t('token.none', { variable: VARIABLE })}</Typography.Text>
          <Button type="primary" icon={<KeyOutlined />} onClick={() => setCreating(true)}>
            {t('token.create')}
          </Button>
        </Flex>
      )}
      {creating && (
        <CreateTokenDialog
          subject={agent}
          kind="AGENT"
          onSecret={onSecret}
          onClose={() => setCreating(false)}
        />
      )}
    </Card>
  );
}
