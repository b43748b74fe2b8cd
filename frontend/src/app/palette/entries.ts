import { stored } from '../stored';
import { fuzzyBest } from './fuzzy';

export type Kind = 'place' | 'action' | 'tool' | 'agent' | 'person' | 'execution';

export type Entry = {
  /** Unique, and the same tomorrow. */
  id: string;
  kind: Kind;
  label: string;
  /** What else it is called; shown beside the label. */
  hint?: string;
  /** Other words it is found by. */
  words?: readonly string[];
  /** The server found it, perhaps by words that aren't shown here. */
  found?: boolean;
  keys?: string;
  /** Where it leads; without it, `act` says what happens. */
  path?: string;
  act?: () => void;
};

/** Of the element that stands for it. */
export const optionId = ({ id }: Entry) => `palette-${id.replaceAll(/[^\w-]/g, '_')}`;

export type Group = { name: Kind | 'recent'; entries: Entry[] };

const KINDS: readonly Kind[] = ['tool', 'place', 'action', 'agent', 'person', 'execution'];
const REMEMBERED = 8;
const RECENT_BONUS = 5;

type Recent = Pick<Entry, 'id' | 'kind' | 'label' | 'hint' | 'path'>;

const isRecent = (each: unknown): each is Recent =>
  typeof each === 'object' && each !== null && 'id' in each && 'kind' in each && 'label' in each;

export const recent = stored<readonly Recent[]>('toolcrib.recent-commands', [], (saved) =>
  Array.isArray(saved) ? saved.filter(isRecent) : [],
);

/** Notes that an entry was chosen: the last one first. */
export function remember({ id, kind, label, hint, path }: Entry) {
  const others = recent.get().filter((each) => each.id !== id);
  recent.set([{ id, kind, label, hint, path }, ...others].slice(0, REMEMBERED));
}

/** What was chosen lately: as it is called now, where that is known; without what one may no longer do. */
export function recentEntries(known: readonly Entry[], saved: readonly Recent[]): Entry[] {
  return saved.flatMap((each) => {
    const now = known.find(({ id }) => id === each.id);
    if (now) return [now];
    return each.path && each.kind !== 'place' && each.kind !== 'action' ? [each] : [];
  });
}

/** The entries that fit, in groups, the best group first; without a query, what was used lately and the pages. */
export function arrange(query: string, known: readonly Entry[], saved: readonly Recent[]): Group[] {
  const lately = recentEntries(known, saved);
  const idle = query.trim() === '';
  const used = new Set(lately.map(({ id }) => id));
  if (idle) {
    const rest = known.filter(({ id, kind }) => !used.has(id) && kind !== 'execution');
    const pagesFirst = (group: Group) =>
      group.name === 'place' || group.name === 'action' ? 0 : 1;
    const groups = byKind(rest).sort((a, b) => pagesFirst(a) - pagesFirst(b));
    return nonEmpty([{ name: 'recent', entries: lately }, ...groups]);
  }
  const scored = [...known, ...lately.filter(({ id }) => !known.some((each) => each.id === id))]
    .map((entry) => ({ entry, score: scoreOf(query, entry, used) }))
    .filter((each): each is { entry: Entry; score: number } => each.score !== undefined)
    .sort((a, b) => b.score - a.score);
  const groups = byKind(scored.map(({ entry }) => entry));
  const best = (group: Group) => scored.findIndex(({ entry }) => entry === group.entries[0]);
  return nonEmpty(groups).sort((a, b) => best(a) - best(b));
}

function scoreOf(query: string, entry: Entry, used: ReadonlySet<string>): number | undefined {
  const texts = [entry.label, entry.hint ?? '', ...(entry.words ?? [])];
  const score = fuzzyBest(query, texts) ?? (entry.found ? 0 : undefined);
  return score === undefined ? undefined : score + (used.has(entry.id) ? RECENT_BONUS : 0);
}

const byKind = (entries: readonly Entry[]): Group[] =>
  KINDS.map((kind) => ({ name: kind, entries: entries.filter((each) => each.kind === kind) }));

const nonEmpty = (groups: Group[]) => groups.filter(({ entries }) => entries.length > 0);
