import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';

const GO_WITHIN_MS = 1_000;
const PLACES: Record<string, string> = { t: '/tools', e: '/executions', a: '/agents' };
const TYPING = 'input, textarea, select, [contenteditable], .monaco-editor, [role="dialog"]';

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest(TYPING) !== null;

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}

/** `/` search, `g` then a letter to go somewhere, `?` help; never while typing. */
export function useShortcuts(showHelp: () => void) {
  const navigate = useNavigate();
  const go = useEffectEvent((path: string) => void navigate(path));
  const help = useEffectEvent(showHelp);
  useEffect(() => {
    let goPressedAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const place = PLACES[event.key];
      if (place && event.timeStamp - goPressedAt < GO_WITHIN_MS) go(place);
      goPressedAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (event.key === '/' && focusSearch()) event.preventDefault();
      if (event.key === '?') help();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
