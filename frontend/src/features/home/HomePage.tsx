import { Flex } from 'antd';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '@/app/viewer';
import { useFeed } from '@/features/executions/feed';
import { useOnReconnected } from '@/graph/connection';
import { graphql } from '@/graph/generated';
import type { StatisticsSpan } from '@/graph/generated/graphql';
import { useLastingQuery } from '@/graph/useLastingQuery';
import { Page } from '@/ui/Page';
import { Fault, PageState } from '@/ui/PageState';
import { useParameters } from '@/ui/parameters';
import { CallsCard, type View } from './CallsCard';
import { Checklist } from './Checklist';
import { Failures } from './Failures';
import { RunningNow } from './RunningNow';
import { LAG_MS, readSpan } from './span';
import { dismiss, isDismissed } from './steps';
import { TopLists } from './TopLists';

const HomeDocument = graphql(`
  query Home($span: StatisticsSpan!, $me: ID!, $checklist: Boolean!) {
    statistics(span: $span) {
      ...CallsCard_statistics
      ...TopLists_statistics
    }
    lastDay: statistics(span: DAY) { ...Failures_statistics }
    running: executions(first: 50, filter: { status: [PENDING, RUNNING] }) {
      nodes {
        id
        status
        performanceWarning
        ...ExecutionRow_execution
      }
    }
    ...Checklist @include(if: $checklist)
  }
`);

const EVERY_RUN = {};

/** Reads the figures again some time after runs were heard of, however many: they never lag longer than the span allows. */
function useRereading(feed: unknown, span: StatisticsSpan, reread: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const heard = useRef(feed);
  const again = useEffectEvent(reread);
  useEffect(() => {
    if (heard.current === feed || timer.current) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      again();
    }, LAG_MS[span]);
    heard.current = feed;
  }, [feed, span]);
  useEffect(() => () => clearTimeout(timer.current), []);
}

export function Component() {
  const { t } = useTranslation('home');
  const { subject } = useViewer();
  const [params, setAddress] = useParameters();
  const [checklist, setChecklist] = useState(() => !isDismissed(subject.id));
  const span = readSpan(params);
  const feed = useFeed(EVERY_RUN);
  const [{ data, fetching, error }, again] = useLastingQuery({
    query: HomeDocument,
    variables: useMemo(() => ({ span, me: subject.id, checklist }), [span, subject.id, checklist]),
    requestPolicy: 'cache-and-network',
  });
  const shown = useLast(data);
  const reread = () => again({ requestPolicy: 'network-only' });
  useRereading(feed, span, reread);
  useOnReconnected(reread);

  const view: View = params.get('view') === 'table' ? 'table' : 'chart';
  const change = (name: string, value: string, usual: string) =>
    setAddress({ [name]: value === usual ? null : value });
  if (!shown?.statistics || !shown.lastDay)
    return <PageState fetching={fetching} error={error} back="/tools" onRetry={reread} />;
  return (
    <Page title={t('title')}>
      {error && <Fault error={error} onRetry={reread} />}
      {checklist && (
        <Checklist
          query={shown}
          onDismiss={() => {
            dismiss(subject.id);
            setChecklist(false);
          }}
        />
      )}
      <Flex gap={12} wrap align="stretch">
        <RunningNow read={shown.running?.nodes ?? []} feed={feed} />
        <Failures statistics={shown.lastDay} />
      </Flex>
      <CallsCard
        statistics={shown.statistics}
        span={span}
        onSpan={(next) => change('span', next.toLowerCase(), 'day')}
        view={view}
        onView={(next) => change('view', next, 'chart')}
      />
      <TopLists statistics={shown.statistics} />
    </Page>
  );
}

/** What was shown before stays until another span is read. */
function useLast<Data>(data: Data | undefined): Data | undefined {
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  return data ?? last;
}
