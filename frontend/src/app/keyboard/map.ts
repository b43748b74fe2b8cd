/**
 * Every shortcut but those that `../places` gives each page. A new one is a line here, its name in the texts
 * (`shortcuts.json`, `name.<name>`), and `useShortcut` where it does something. `Mod` is Ctrl, or ⌘ on a Mac.
 */
export const SHORTCUTS = {
  palette: { keys: 'Mod+k', where: 'everywhere' },
  search: { keys: '/', where: 'everywhere' },
  help: { keys: '?', where: 'everywhere' },
  next: { keys: 'j', where: 'lists' },
  previous: { keys: 'k', where: 'lists' },
  newTool: { keys: 'n', where: 'tools' },
  run: { keys: 'r', where: 'tools' },
  runTyping: { keys: 'Mod+Enter', where: 'tools' },
} as const satisfies Record<string, { keys: string; where: 'everywhere' | 'lists' | 'tools' }>;

export type ShortcutName = keyof typeof SHORTCUTS;

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** The keys as they stand on a keyboard: `Mod+k` is `Ctrl K`, or `⌘ K`. */
export const shownKeys = (keys: string): string[] =>
  keys
    .split(/[+ ]/)
    .map((key) => (key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : key))
    .map((key, index, all) => (index > 0 && all[0] !== 'g' ? key.toUpperCase() : key))
    .map((key) => (key === 'ENTER' ? 'Enter' : key));
