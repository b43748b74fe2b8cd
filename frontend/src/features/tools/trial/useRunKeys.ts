import { useEffect, useEffectEvent } from 'react';

const TYPING = 'input, textarea, select, [contenteditable], .monaco-editor, [role="dialog"]';

/** `r` runs, unless something is being typed; Ctrl+Enter runs also then. */
export function useRunKeys(run: () => void) {
  const act = useEffectEvent(run);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest(TYPING) !== null;
      const modified = event.ctrlKey || event.metaKey;
      const plain = event.key === 'r' && !modified && !event.altKey && !typing;
      if (!plain && !(event.key === 'Enter' && modified)) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
