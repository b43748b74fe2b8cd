import { Card, Descriptions, Flex, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';

export const ExecutorsCard_executor = graphql(`
  fragment ExecutorsCard_executor on ExecutorInfo {
    type
    level
    isolated
  }
`);

export const RunsCard_load = graphql(`
  fragment RunsCard_load on RunLoad {
    running
    waiting
    slots
  }
`);

export const ServerCard_server = graphql(`
  fragment ServerCard_server on ServerInfo {
    version
    database { answers version }
  }
`);

type Executors = { executors: readonly FragmentType<typeof ExecutorsCard_executor>[] };

/** What runs tools here. */
export function ExecutorsCard(props: Executors) {
  const { t } = useTranslation(['health', 'tools']);
  const items = readFragment(ExecutorsCard_executor, props.executors).map((executor) => ({
    label: t(`tools:executor.${executor.type}`),
    children: executor.isolated ? t('executors.isolated', executor) : t('executors.notIsolated'),
  }));
  return <Facts title={t('executors.title')} items={items} />;
}

/** What this server has to run right now; the list of executions shows it as it happens. */
export function RunsCard(props: { load: FragmentType<typeof RunsCard_load> }) {
  const { t } = useTranslation('health');
  const { running, waiting, slots } = readFragment(RunsCard_load, props.load);
  return (
    <Facts
      title={t('runs.title')}
      extra={<Link to="/executions?status=PENDING,RUNNING">{t('runs.see')}</Link>}
      items={[
        { label: t('runs.running'), children: t('runs.ofSlots', { running, slots }) },
        { label: t('runs.waiting'), children: waiting },
      ]}
    />
  );
}

/** Which version this is, and whether its database is there. */
export function ServerCard(props: { server: FragmentType<typeof ServerCard_server> }) {
  const { t } = useTranslation('health');
  const { version, database } = readFragment(ServerCard_server, props.server);
  return (
    <Facts
      title={t('server.title')}
      items={[
        { label: t('server.version'), children: version },
        {
          label: t('server.database'),
          children: (
            <Flex gap={8} wrap>
              {database.version && t('server.postgres', { version: database.version })}
              <Tag color={database.answers ? 'success' : 'error'}>
                {t(database.answers ? 'server.answers' : 'server.silent')}
              </Tag>
            </Flex>
          ),
        },
      ]}
    />
  );
}

type FactsProps = {
  title: string;
  extra?: ReactNode;
  items: { label: string; children: ReactNode }[];
};

function Facts({ title, extra, items }: FactsProps) {
  return (
    <Card size="small" title={title} extra={extra} style={{ flex: '1 1 280px', minWidth: 0 }}>
      <Descriptions
        size="small"
        column={1}
        items={items.map((item) => ({ key: item.label, ...item }))}
      />
    </Card>
  );
}
