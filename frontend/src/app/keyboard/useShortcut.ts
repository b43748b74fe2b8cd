import { useEffect, useEffectEvent } from 'react';
import { stored } from '../stored';
import { SHORTCUTS, type ShortcutName } from './map';

const TYPING = 'input, textarea, select, [contenteditable], .monaco-editor, [role="dialog"]';

/** Whether keys without Ctrl or ⌘ do something: speech input and shaky hands press them by accident. */
export const singleKeys = stored('toolcrib.single-keys', true, (saved) => saved !== false);

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest(TYPING) !== null;

const dialogOpen = () =>
  [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].some(
    (dialog) => dialog.checkVisibility?.() ?? true,
  );

/** A key pressed alone, for the page and not for a field, a dialog or the browser; undefined for any other. */
export function loneKey(event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target } = event;
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return undefined;
  if (!singleKeys.get() || isTyping(target) || dialogOpen()) return undefined;
  return key;
}

function isPressed(keys: string, event: KeyboardEvent): boolean {
  const [modifier, key] = keys.split('+');
  if (modifier !== 'Mod') return loneKey(event) === keys;
  return (
    (event.ctrlKey || event.metaKey) &&
    !event.altKey &&
    !event.shiftKey &&
    event.key.toLowerCase() === key?.toLowerCase()
  );
}

/** Does something when the keys of this name are pressed, for as long as the component is there. */
export function useShortcut(name: ShortcutName, act: () => void) {
  const onPressed = useEffectEvent(act);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPressed(SHORTCUTS[name].keys, event)) return;
      event.preventDefault();
      onPressed();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [name]);
}
