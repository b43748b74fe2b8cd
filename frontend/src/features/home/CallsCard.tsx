import { Card, Flex, Segmented, Statistic, Table, theme } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import type { CallsCard_StatisticsFragment, StatisticsSpan } from '@/graph/generated/graphql';
import { EmptyState } from '@/ui/EmptyState';
import { Loading } from '@/ui/Loading';
import { formatDuration } from '@/ui/time';
import type { ChartProps, Series } from './chart';
import { bucketFormats, SPANS } from './span';

const TimeChart = lazy(() => import('./TimeChart'));

export const CallsCard_statistics = graphql(`
  fragment CallsCard_statistics on Statistics {
    totals { calls failures slow p50Ms p95Ms }
    buckets { start calls failures p50Ms p95Ms }
  }
`);

export type View = 'chart' | 'table';
type Statistics = CallsCard_StatisticsFragment;
type Props = {
  statistics: FragmentType<typeof CallsCard_statistics>;
  span: StatisticsSpan;
  onSpan: (span: StatisticsSpan) => void;
  view: View;
  onView: (view: View) => void;
};

/** Calls over time and how long they took: drawn, or as a table. */
export function CallsCard({ span, onSpan, view, onView, ...props }: Props) {
  const { t } = useTranslation('home');
  const statistics = readFragment(CallsCard_statistics, props.statistics);
  return (
    <Card
      size="small"
      title={t('calls.title')}
      extra={
        <Segmented<View>
          aria-label={t('calls.view')}
          size="small"
          value={view}
          onChange={onView}
          options={(['chart', 'table'] as const).map((value) => ({
            value,
            label: t(`calls.${value}`),
          }))}
        />
      }
    >
      <Flex vertical gap={12}>
        <Segmented<StatisticsSpan>
          aria-label={t('calls.span')}
          value={span}
          onChange={onSpan}
          options={SPANS.map((value) => ({ value, label: t(`span.${value}`) }))}
          style={{ alignSelf: 'flex-start' }}
        />
        <Totals totals={statistics.totals} />
        {statistics.totals.calls === 0 ? (
          <EmptyState title={t('calls.empty')} text={t('calls.emptyText')} />
        ) : view === 'table' ? (
          <Buckets statistics={statistics} span={span} />
        ) : (
          <Charts statistics={statistics} span={span} />
        )}
      </Flex>
    </Card>
  );
}

function Totals({ totals }: { totals: Statistics['totals'] }) {
  const { t, i18n } = useTranslation('home');
  const { token } = theme.useToken();
  const number = (value: number) => value.toLocaleString(i18n.language);
  const time = (ms: number | null | undefined) => (ms == null ? '–' : formatDuration(ms));
  const shown: [label: string, value: string][] = [
    [t('calls.calls'), number(totals.calls)],
    [t('calls.failures'), number(totals.failures)],
    [t('calls.slow'), number(totals.slow)],
    [t('calls.p50'), time(totals.p50Ms)],
    [t('calls.p95'), time(totals.p95Ms)],
  ];
  return (
    <Flex gap={32} wrap>
      {shown.map(([label, value]) => (
        <Statistic
          key={label}
          title={label}
          value={value}
          styles={{ content: { fontSize: 20 }, title: { color: token.colorTextDescription } }}
        />
      ))}
    </Flex>
  );
}

type Shown = { statistics: Statistics; span: StatisticsSpan };
const asNumber = (value: number) => (Number.isInteger(value) ? String(value) : '');

function Charts({ statistics: { buckets }, span }: Shown) {
  const { t, i18n } = useTranslation('home');
  const { token } = theme.useToken();
  const formats = useMemo(() => bucketFormats(span, i18n.language), [span, i18n.language]);
  const starts = useMemo(() => buckets.map(({ start }) => start), [buckets]);
  const { colorLink, colorError, colorTextSecondary } = token;
  const calls = useMemo<Series[]>(
    () => [
      {
        label: t('calls.calls'),
        color: colorLink,
        bars: true,
        values: buckets.map((each) => each.calls),
      },
      {
        label: t('calls.failures'),
        color: colorError,
        bars: true,
        values: buckets.map((each) => each.failures),
      },
    ],
    [buckets, colorLink, colorError, t],
  );
  const times = useMemo<Series[]>(
    () => [
      {
        label: t('calls.p50'),
        color: colorLink,
        values: buckets.map((each) => each.p50Ms ?? null),
      },
      {
        label: t('calls.p95'),
        color: colorTextSecondary,
        dashed: true,
        values: buckets.map((each) => each.p95Ms ?? null),
      },
    ],
    [buckets, colorLink, colorTextSecondary, t],
  );
  const shared = { starts, when: formats.full, mark: formats.axis };
  return (
    <Flex gap={16} wrap>
      <Chart {...shared} label={t('calls.callsChart')} series={calls} format={asNumber} />
      <Chart {...shared} label={t('calls.timesChart')} series={times} format={formatDuration} />
    </Flex>
  );
}

function Chart(props: ChartProps) {
  return (
    <div style={{ flex: '1 1 360px', minWidth: 0 }}>
      <Suspense fallback={<Loading />}>
        <TimeChart {...props} />
      </Suspense>
    </div>
  );
}

function Buckets({ statistics: { buckets }, span }: Shown) {
  const { t, i18n } = useTranslation('home');
  const { full } = bucketFormats(span, i18n.language);
  const time = (ms: number | null | undefined) => (ms == null ? '–' : formatDuration(ms));
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      aria-label={t('calls.title')}
      style={{ maxHeight: 320, overflow: 'auto' }}
    >
      <Table
        sticky
        aria-label={t('calls.title')}
        size="small"
        rowKey="start"
        pagination={false}
        dataSource={[...buckets].reverse()}
        columns={[
          { key: 'start', title: t('calls.start'), render: (_, row) => full(row.start) },
          { key: 'calls', title: t('calls.calls'), align: 'right', render: (_, row) => row.calls },
          {
            key: 'failures',
            title: t('calls.failures'),
            align: 'right',
            render: (_, row) => row.failures,
          },
          {
            key: 'p50',
            title: t('calls.p50'),
            align: 'right',
            render: (_, row) => time(row.p50Ms),
          },
          {
            key: 'p95',
            title: t('calls.p95'),
            align: 'right',
            render: (_, row) => time(row.p95Ms),
          },
        ]}
      />
    </section>
  );
}
