import { useRef, useState } from 'react';

export const MOST_CHOSEN = 500;

export type Selection = {
  ids: ReadonlySet<string>;
  /** Chooses or leaves out one row; with `range` all between it and the row that was touched before. */
  toggle: (index: number, range: boolean) => void;
  choose: (ids: readonly string[]) => void;
  clear: () => void;
};

/** Which rows are chosen. It belongs to one list: another `key` (other filters) starts with none. */
export function useSelection(rows: readonly { id: string }[], key: string): Selection {
  const [state, setState] = useState({ key, ids: new Set<string>() as ReadonlySet<string> });
  const last = useRef<number | null>(null);
  const ids = state.key === key ? state.ids : new Set<string>();
  const put = (next: Iterable<string>) =>
    setState({ key, ids: new Set([...next].slice(0, MOST_CHOSEN)) });
  const toggle = (index: number, range: boolean) => {
    const start = range && last.current !== null ? last.current : index;
    const [from, to] = [Math.min(start, index), Math.max(start, index)];
    const touched = rows.slice(from, to + 1).map((row) => row.id);
    const chooses = !ids.has(rows[index]?.id ?? '');
    last.current = index;
    const next = new Set(ids);
    for (const id of touched) chooses ? next.add(id) : next.delete(id);
    put(next);
  };
  return { ids, toggle, choose: put, clear: () => put([]) };
}
