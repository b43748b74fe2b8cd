import { useEffect, useEffectEvent } from 'react';

/** Ctrl/Cmd+S saves wherever the focus is, instead of saving the page as a file. */
export function useSaveKey(save: () => void) {
  const act = useEffectEvent(save);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
      // A code editor has its own key for it, and a dialog is about something else.
      if (!isSave || event.altKey || event.shiftKey || event.defaultPrevented) return;
      event.preventDefault();
      const inside = event.target instanceof Element && event.target.closest('[role="dialog"]');
      if (!inside) act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
