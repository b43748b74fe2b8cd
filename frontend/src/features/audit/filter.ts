import type { AuditEventFilter } from '@/graph/generated/graphql';

export type Shown = {
  actions: string[];
  actor: string | undefined;
  target: string | undefined;
  from: string | undefined;
  to: string | undefined;
  search: string;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (text: string | null) =>
  text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
const idOf = (text: string | null, form: RegExp) => (text && form.test(text) ? text : undefined);

/** What the address bar says about which lines to show; what makes no sense there is left out. */
export function readFilters(params: URLSearchParams): Shown {
  return {
    actions: (params.get('action') ?? '').split(',').filter(Boolean),
    actor: idOf(params.get('actor'), /^(user|agent)_[0-9a-f]{32}$/),
    target: idOf(params.get('target'), /^[a-z_]+_[0-9a-f]{32}$/),
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
    search: params.get('q') ?? '',
  };
}

/** Days are the viewer's: from the beginning of the first to the end of the last. */
export function toQueryFilter(shown: Shown): AuditEventFilter {
  const { actions, actor, target, from, to, search } = shown;
  return {
    action: actions.length ? actions : undefined,
    actor,
    target,
    since: from && new Date(`${from}T00:00:00`).toISOString(),
    until: to && nextDay(to),
    search: search.trim() || undefined,
  };
}

function nextDay(day: string): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + 1);
  return date.toISOString();
}
