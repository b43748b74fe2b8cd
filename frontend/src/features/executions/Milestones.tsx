import { Timeline, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ExecutionEvent } from '@/execution-log/followExecution';
import { StatusTag } from '@/ui/StatusTag';
import { formatDuration } from '@/ui/time';

/** The events of a run that aren't output, each with the time since the first. */
export function Milestones({ milestones }: { milestones: readonly ExecutionEvent[] }) {
  const { i18n } = useTranslation();
  const first = milestones[0];
  if (!first) return null;
  const start = new Date(first.at).getTime();
  const clock = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'medium' });
  return (
    <Timeline
      items={milestones.map((event) => ({
        key: event.seq,
        content: (
          <>
            <div>
              <Milestone event={event} past={event !== milestones.at(-1)} />
            </div>
            <Typography.Text type="secondary">
              <time dateTime={event.at}>{clock.format(new Date(event.at))}</time>
              {event !== first && ` · +${formatDuration(new Date(event.at).getTime() - start)}`}
            </Typography.Text>
          </>
        ),
      }))}
    />
  );
}

function Milestone({ event, past }: { event: ExecutionEvent; past: boolean }) {
  const { t } = useTranslation('executions');
  if (event.kind === 'STATUS' && event.status)
    return <StatusTag status={event.status} past={past} />;
  if (event.kind === 'ARTIFACT') return t('detail.artifact', { name: event.text });
  return event.text;
}
