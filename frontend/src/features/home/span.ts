import type { StatisticsSpan } from '@/graph/generated/graphql';

export const SPANS: readonly StatisticsSpan[] = ['HOUR', 'DAY', 'WEEK', 'MONTH'];

/** How long figures may lag behind what runs: the longer the span, the less a run changes them. */
export const LAG_MS: Record<StatisticsSpan, number> = {
  HOUR: 10_000,
  DAY: 30_000,
  WEEK: 120_000,
  MONTH: 600_000,
};

/** What the address bar says, `day` where it says nothing that makes sense. */
export function readSpan(params: URLSearchParams): StatisticsSpan {
  const asked = params.get('span')?.toUpperCase();
  return SPANS.find((span) => span === asked) ?? 'DAY';
}

const FORMS: Record<StatisticsSpan, Intl.DateTimeFormatOptions> = {
  HOUR: { hour: '2-digit', minute: '2-digit' },
  DAY: { hour: '2-digit', minute: '2-digit' },
  WEEK: { weekday: 'short', hour: '2-digit', minute: '2-digit' },
  MONTH: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
};
const AXES: Record<StatisticsSpan, Intl.DateTimeFormatOptions> = {
  HOUR: FORMS.HOUR,
  DAY: FORMS.DAY,
  WEEK: { month: 'short', day: 'numeric' },
  MONTH: { month: 'short', day: 'numeric' },
};

/** When a bucket begins, in the viewer's own time zone: in full, and as a mark of an axis. */
export function bucketFormats(span: StatisticsSpan, language: string) {
  const full = new Intl.DateTimeFormat(language, FORMS[span]);
  const axis = new Intl.DateTimeFormat(language, AXES[span]);
  return {
    full: (start: string) => full.format(new Date(start)),
    axis: (seconds: number) => axis.format(seconds * 1_000),
  };
}
