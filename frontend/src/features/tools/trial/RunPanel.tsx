import { Card } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '@/ui/EmptyState';
import { LiveRun } from './LiveRun';

type Props = { executionId: string | null; onRerun: (executionId: string) => void };

/** What happens to the run that was started, from its first line to its result. */
export function RunPanel({ executionId, onRerun }: Props) {
  const { t } = useTranslation('tools');
  if (!executionId)
    return (
      <Card size="small" title={t('run.title')}>
        <EmptyState title={t('run.none')} text={t('run.noneText')} />
      </Card>
    );
  return (
    <Card
      size="small"
      title={t('run.title')}
      extra={<Link to={`/executions/${executionId}`}>{t('run.open')}</Link>}
    >
      <LiveRun key={executionId} executionId={executionId} onRerun={onRerun} />
    </Card>
  );
}
