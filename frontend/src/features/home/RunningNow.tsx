import { Card, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasEnded } from '@/execution-log/status';
import { NameCell, StartedCell, StatusCell } from '@/features/executions/ExecutionRow';
import { type FeedExecution, merged } from '@/features/executions/feed';
import { EmptyState } from '@/ui/EmptyState';

const SHOWN = 8;

type Props = { read: readonly FeedExecution[]; feed: ReadonlyMap<string, FeedExecution> };

/** What waits or runs at this moment. A run that ends leaves by itself. */
export function RunningNow({ read, feed }: Props) {
  const { t } = useTranslation('home');
  const open = merged(read, feed.values(), false).filter(
    (run) => !hasEnded(feed.get(run.id)?.status ?? run.status),
  );
  return (
    <Card
      size="small"
      title={t('running.title', { count: open.length })}
      extra={<Link to="/executions?status=PENDING,RUNNING">{t('running.all')}</Link>}
      style={{ flex: '1 1 340px', minWidth: 0 }}
    >
      {open.length === 0 && <EmptyState title={t('running.empty')} text={t('running.emptyText')} />}
      <ul aria-label={t('running.label')} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {open.slice(0, SHOWN).map((run) => (
          <li key={run.id} style={{ padding: '5px 0' }}>
            <Flex justify="space-between" gap={8} wrap>
              <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                <NameCell execution={run} />
              </span>
              <Flex gap={8} align="center">
                <StatusCell execution={run} />
                <StartedCell execution={run} />
              </Flex>
            </Flex>
          </li>
        ))}
      </ul>
    </Card>
  );
}
