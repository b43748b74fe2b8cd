import { useShortcut } from '@/app/keyboard/useShortcut';

/** `r` runs, unless something is being typed; Ctrl+Enter runs also then. */
export function useRunKeys(run: () => void) {
  useShortcut('run', run);
  useShortcut('runTyping', run);
}
