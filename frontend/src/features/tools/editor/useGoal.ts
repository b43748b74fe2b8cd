import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Place } from './ProblemList';

const FILES: Record<string, string | null> = {
  scriptContent: null,
  executorConfig: null,
  inputSchema: 'inputSchema',
  outputSchema: 'outputSchema',
};

/** Goes to where a problem is: opens the file it is in, or focuses the field it is about. */
export function useGoal() {
  const [goal, setGoal] = useState<Place | null>(null);
  const [, setParams] = useSearchParams();
  const go = (place: Place) => {
    const name = place.field[0] ?? '';
    const file = FILES[name];
    if (file === undefined) return focusField(name);
    setGoal({ ...place, field: [...place.field] });
    setParams(
      (old) => {
        if (file === null) old.delete('file');
        else old.set('file', file);
        // Text that isn't JSON can only be mended as text.
        if (file !== null && place.line !== undefined) old.set('view', 'json');
        return old;
      },
      { replace: true },
    );
  };
  return { goal, go };
}

function focusField(name: string) {
  const box = document.querySelector(`[data-field="${CSS.escape(name)}"]`);
  box?.scrollIntoView({ block: 'center' });
  box?.querySelector<HTMLElement>('input, textarea')?.focus();
}
