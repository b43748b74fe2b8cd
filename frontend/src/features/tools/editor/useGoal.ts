import { useState } from 'react';
import { useParameters } from '@/ui/parameters';
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
  const [, setAddress] = useParameters();
  const go = (place: Place) => {
    const name = place.field[0] ?? '';
    const file = FILES[name];
    if (file === undefined) return focusField(name);
    setGoal({ ...place, field: [...place.field] });
    // Text that isn't JSON can only be mended as text.
    const asText = file !== null && place.line !== undefined;
    setAddress(asText ? { file, view: 'json' } : { file });
  };
  return { goal, go };
}

function focusField(name: string) {
  const box = document.querySelector(`[data-field="${CSS.escape(name)}"]`);
  box?.scrollIntoView({ block: 'center' });
  box?.querySelector<HTMLElement>('input, textarea')?.focus();
}
