import { useSyncExternalStore } from 'react';
import { i18n } from '@/app/i18n';

const TICK_MS = 15_000;
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The present moment, refreshed every 15 s by one clock for the whole page. */
export const useNow = () => useSyncExternalStore(subscribe, () => now);

/** `12 ms`, `3.4 s`, `2 min 5 s`, `1 h 2 min`, in the language that is shown. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return i18n.t('duration.milliseconds', { ms: Math.round(ms) });
  if (ms < 60_000)
    return i18n.t('duration.seconds', { seconds: (ms / 1_000).toFixed(ms < 10_000 ? 2 : 1) });
  const seconds = Math.round(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  if (seconds < 3_600) return i18n.t('duration.minutes', { minutes, seconds: seconds % 60 });
  return i18n.t('duration.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** Making a formatter costs far more than using it, and a list uses it in every row. */
function perLanguage<Format>(make: (language: string) => Format): (language: string) => Format {
  const made = new Map<string, Format>();
  return (language) => {
    const known = made.get(language) ?? make(language);
    made.set(language, known);
    return known;
  };
}

const relativeFormat = perLanguage(
  (language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
);
const instantFormat = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }),
);

/** `5 minutes ago`, `in 3 days`; anything under a minute is `now`. */
export function formatRelative(at: Date, from: number, language: string): string {
  const seconds = (at.getTime() - from) / 1_000;
  const format = relativeFormat(language);
  for (const [unit, size] of UNITS)
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  return format.format(0, 'second');
}

export function formatInstant(at: Date, language: string): string {
  return instantFormat(language).format(at);
}

/** `4.2 MB`: decimal units, as download dialogs show them. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
