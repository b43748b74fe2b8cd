import { useState } from 'react';

type Step = { before: string; after: string; about: string };
type Past = { done: Step[]; undone: Step[] };

const MOST = 200;

/** Steps back and forth through one's edits. Edits of one thing, one after the other, are one step. */
export function useHistory(text: string, onChange: (text: string) => void) {
  const [{ done, undone }, setPast] = useState<Past>({ done: [], undone: [] });
  // A text that came from elsewhere (raw JSON, a discard) is none of our steps: they would take it away.
  const last = done.at(-1)?.after === text ? done.at(-1) : undefined;
  const next = undone.at(-1)?.before === text ? undone.at(-1) : undefined;
  const record = (after: string, about: string) => {
    if (after === text) return;
    const joins = last?.about === about;
    const step = { before: joins ? last.before : text, after, about };
    const kept = last ? (joins ? done.slice(0, -1) : done) : [];
    setPast({ done: [...kept, step].slice(-MOST), undone: [] });
    onChange(after);
  };
  const undo = () => {
    if (!last) return;
    setPast({ done: done.slice(0, -1), undone: [...undone, last] });
    onChange(last.before);
  };
  const redo = () => {
    if (!next) return;
    setPast({ done: [...done, next], undone: undone.slice(0, -1) });
    onChange(next.after);
  };
  return { record, undo, redo, canUndo: Boolean(last), canRedo: Boolean(next) };
}
