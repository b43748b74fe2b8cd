import { Card, Flex, Tabs, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/ui/CopyButton';
import { useParameters } from '@/ui/parameters';
import { CLIENTS, type Client, clientOf, snippet } from './snippets';

/** What to paste, client by client; the address says which is shown. */
export function SnippetsCard({ secret }: { secret: string | undefined }) {
  const { t } = useTranslation('connect');
  const [params, change] = useParameters();
  const client = clientOf(params.get('for'));
  return (
    <Card size="small" title={t('clients')}>
      <Tabs
        size="small"
        activeKey={client}
        onChange={(key) => change({ for: key })}
        destroyOnHidden
        items={CLIENTS.map((key) => ({
          key,
          label: t(`client.${key}`),
          children: <Snippet client={key} secret={secret} />,
        }))}
      />
    </Card>
  );
}

function Snippet({ client, secret }: { client: Client; secret: string | undefined }) {
  const { t } = useTranslation('connect');
  const text = snippet(client, { origin: location.origin, secret });
  return (
    <Flex vertical gap={8}>
      <Typography.Text type="secondary">{t(`hint.${client}`)}</Typography.Text>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        style={{ margin: 0, overflow: 'auto', maxHeight: 420, fontSize: 12 }}
      >
        {text}
      </pre>
      <div>
        <CopyButton withLabel text={text} label={t('copy')} />
      </div>
    </Flex>
  );
}
