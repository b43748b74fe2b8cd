import { Alert, Button, Flex, Modal, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/ui/CopyButton';

/** A call that works as it stands, to try the token with. */
export const curlSnippet = (origin: string, secret: string) =>
  [
    `curl ${origin}/graphql \\`,
    `  -H 'Authorization: Bearer ${secret}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"query": "{ tools(first: 10) { nodes { name description } } }"}'`,
  ].join('\n');

type Props = { secret: string; onClose: () => void };

export function NewSecret({ secret, onClose }: Props) {
  const { t } = useTranslation(['tokens', 'common']);
  const snippet = curlSnippet(location.origin, secret);
  return (
    <Modal
      open
      title={t('secret.title')}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('secret.done')}
        </Button>
      }
    >
      <Flex vertical gap={12}>
        <Alert type="warning" showIcon title={t('secret.once')} />
        <Block text={secret} label={t('secret.copy')} />
        <Typography.Text>{t('secret.try')}</Typography.Text>
        <Block text={snippet} label={t('secret.copySnippet')} />
      </Flex>
    </Modal>
  );
}

function Block({ text, label }: { text: string; label: string }) {
  return (
    <Flex gap={8} align="start">
      <Typography.Paragraph style={{ flex: 1, minWidth: 0, margin: 0 }}>
        <pre style={{ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</pre>
      </Typography.Paragraph>
      <CopyButton text={text} label={label} />
    </Flex>
  );
}
