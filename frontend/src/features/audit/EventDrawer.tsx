import { Descriptions, Drawer, Flex, Table, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { graphql } from '@/graph/generated';
import type { AuditEventQuery } from '@/graph/generated/graphql';
import { writeJson } from '@/json/exact';
import { PageState } from '@/ui/PageState';
import { ExactTime } from '@/ui/RelativeTime';
import { SubjectLabel } from '@/ui/SubjectLabel';
import { TargetLink, useActionWords } from './AuditRow';
import { type Change, changesBetween } from './changes';

const AuditEventDocument = graphql(`
  query AuditEvent($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on AuditEvent {
        at
        action
        before
        after
        address
        traceId
        sealNumber
        targetId
        token { id name prefix }
        actor { ...SubjectLabel_subject }
        target {
          __typename
          ... on Tool { id toolName: displayName }
          ... on User { id userName: displayName }
          ... on Agent { id agentName: displayName }
          ... on Category { id categoryName: name }
        }
      }
    }
  }
`);

type Event = Extract<NonNullable<AuditEventQuery['node']>, { __typename: 'AuditEvent' }>;

/** One line of the trail: who, what, from where, and what it changed. */
export function EventDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('audit');
  const words = useActionWords();
  const [{ data, fetching, error }, again] = useQuery({
    query: AuditEventDocument,
    variables: { id },
  });
  const event = data?.node?.__typename === 'AuditEvent' ? data.node : undefined;
  return (
    <Drawer open size={560} title={event ? words(event.action) : t('event')} onClose={onClose}>
      {event ? (
        <Details event={event} />
      ) : (
        <PageState
          fetching={fetching}
          error={error}
          back="/audit"
          onRetry={() => again({ requestPolicy: 'network-only' })}
        />
      )}
    </Drawer>
  );
}

function Details({ event }: { event: Event }) {
  const { t } = useTranslation('audit');
  const facts: [label: string, value: React.ReactNode][] = [
    [t('column.at'), <ExactTime key="at" at={event.at} />],
    [
      t('column.actor'),
      event.actor ? <SubjectLabel key="actor" subject={event.actor} /> : t('server'),
    ],
    [t('token'), event.token && `${event.token.name} (${event.token.prefix}…)`],
    [
      t('column.target'),
      <TargetLink key="target" target={event.target} targetId={event.targetId} />,
    ],
    [
      t('action.label'),
      <Typography.Text key="action" code>
        {event.action}
      </Typography.Text>,
    ],
    [t('address'), event.address],
    [
      t('trace'),
      event.traceId && (
        <Typography.Text key="trace" code copyable>
          {event.traceId}
        </Typography.Text>
      ),
    ],
    [
      t('seal'),
      event.sealNumber == null ? t('sealDue') : t('sealNumber', { number: event.sealNumber }),
    ],
  ];
  return (
    <Flex vertical gap={16}>
      <Descriptions
        size="small"
        column={1}
        items={facts
          .filter(([, value]) => value)
          .map(([label, children]) => ({ key: label, label, children }))}
      />
      <Changes changes={changesBetween(event.before, event.after)} />
    </Flex>
  );
}

function Changes({ changes }: { changes: Change[] }) {
  const { t } = useTranslation('audit');
  if (changes.length === 0)
    return <Typography.Text type="secondary">{t('noChanges')}</Typography.Text>;
  return (
    <Table<Change>
      aria-label={t('changes')}
      size="small"
      rowKey="field"
      pagination={false}
      dataSource={changes}
      columns={[
        {
          key: 'field',
          title: t('field'),
          width: 140,
          render: (_, { field }) => <code>{field}</code>,
        },
        { key: 'before', title: t('before'), render: (_, { before }) => <Value value={before} /> },
        { key: 'after', title: t('after'), render: (_, { after }) => <Value value={after} /> },
      ]}
    />
  );
}

function Value({ value }: { value: unknown }) {
  if (value === undefined) return <span aria-hidden>–</span>;
  return (
    <pre style={{ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 12 }}>
      {typeof value === 'string' ? value : writeJson(value, '  ')}
    </pre>
  );
}
