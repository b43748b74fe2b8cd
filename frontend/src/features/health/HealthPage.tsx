import { ReloadOutlined } from '@ant-design/icons';
import { Alert, Button, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { graphql } from '@/graph/generated';
import type { HealthQuery } from '@/graph/generated/graphql';
import { useLastingQuery } from '@/graph/useLastingQuery';
import { Page } from '@/ui/Page';
import { Fault, PageState } from '@/ui/PageState';
import { SandboxCard } from './SandboxCard';
import { ExecutorsCard, RunsCard, ServerCard } from './ServerCards';

const HealthDocument = graphql(`
  query Health {
    server {
      sandbox { level minimum refuses ...SandboxCard_sandbox }
      executors { ...ExecutorsCard_executor }
      load { ...RunsCard_load }
      ...ServerCard_server
    }
  }
`);

export function Component() {
  const { t } = useTranslation('health');
  const [{ data, fetching, stale, error }, again] = useLastingQuery({
    query: HealthDocument,
    requestPolicy: 'cache-and-network',
  });
  const reread = () => again({ requestPolicy: 'network-only' });
  if (!data?.server)
    return <PageState fetching={fetching} error={error} back="/" onRetry={reread} />;
  return (
    <Page
      title={t('title')}
      actions={
        <Button icon={<ReloadOutlined />} loading={fetching || stale} onClick={reread}>
          {t('refresh')}
        </Button>
      }
    >
      {error && <Fault error={error} onRetry={reread} />}
      <Content server={data.server} />
    </Page>
  );
}

function Content({ server }: { server: NonNullable<HealthQuery['server']> }) {
  const { t } = useTranslation('health');
  const { level, minimum, refuses } = server.sandbox;
  return (
    <>
      {refuses && (
        <Alert
          type="error"
          showIcon
          role="note"
          title={t('refuses.title')}
          description={t('refuses.text', { level, minimum })}
        />
      )}
      <SandboxCard sandbox={server.sandbox} />
      <Flex gap={12} wrap align="stretch">
        <ExecutorsCard executors={server.executors} />
        <RunsCard load={server.load} />
        <ServerCard server={server} />
      </Flex>
    </>
  );
}
