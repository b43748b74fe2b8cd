import { Card, Descriptions, Flex, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useQuery } from 'urql';
import { graphql } from '@/graph/generated';
import { PageState } from '@/ui/PageState';
import { SandboxTag } from '@/ui/SandboxTag';

const ServerPanelDocument = graphql(`
  query ServerPanel {
    server { version database { answers version } sandbox { level isolated refuses } }
  }
`);

/** What runs here, and where to read more. */
export default function ServerPanel() {
  const { t } = useTranslation('settings');
  const [{ data, fetching, error }, again] = useQuery({ query: ServerPanelDocument });
  const server = data?.server;
  if (!server)
    return (
      <PageState
        fetching={fetching}
        error={error}
        back="/settings"
        onRetry={() => again({ requestPolicy: 'network-only' })}
      />
    );
  const items = [
    { key: 'version', label: t('server.version'), children: server.version },
    {
      key: 'database',
      label: t('server.database'),
      children: t('server.postgres', { version: server.database.version ?? '?' }),
    },
    {
      key: 'sandbox',
      label: t('server.sandbox'),
      children: <SandboxTag sandbox={server.sandbox} />,
    },
  ];
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Descriptions size="small" column={1} items={items} />
      </Card>
      <Typography.Paragraph style={{ margin: 0 }}>
        {t('server.healthText')}{' '}
        <Link to="/health" className="among-words">
          {t('server.health')}
        </Link>
      </Typography.Paragraph>
      <Typography.Paragraph style={{ margin: 0 }}>
        {t('server.graphiqlText')}{' '}
        <a href="/graphiql" className="among-words">
          {t('server.graphiql')}
        </a>
      </Typography.Paragraph>
      <Typography.Paragraph style={{ margin: 0 }}>
        {t('server.ownText')}{' '}
        <Link to="/account" className="among-words">
          {t('server.own')}
        </Link>
      </Typography.Paragraph>
    </Flex>
  );
}
