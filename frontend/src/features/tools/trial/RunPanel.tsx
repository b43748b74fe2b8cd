import { Card } from 'antd';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/ui/EmptyState';
import { LiveRun } from './LiveRun';

type Props = {
  toolId: string;
  executionId: string | null;
  onRerun: (executionId: string) => void;
};

/** What happens to the run that was started, from its first line to its result. */
export function RunPanel({ executionId, ...run }: Props) {
  const { t } = useTranslation('tools');
  if (executionId) return <LiveRun key={executionId} executionId={executionId} {...run} />;
  return (
    <Card size="small" title={t('run.title')}>
      <EmptyState title={t('run.none')} text={t('run.noneText')} />
    </Card>
  );
}
