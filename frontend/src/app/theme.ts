import { useSyncExternalStore } from 'react';

export type ThemeMode = 'light' | 'dark';
export type ThemeChoice = ThemeMode | 'system';

const KEY = 'toolcrib.theme';
const media = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let choice: ThemeChoice = readChoice();

function readChoice(): ThemeChoice {
  const saved = localStorage.getItem(KEY);
  return saved === 'light' || saved === 'dark' ? saved : 'system';
}

function mode(): ThemeMode {
  if (choice !== 'system') return choice;
  return media.matches ? 'dark' : 'light';
}

function announce() {
  document.documentElement.dataset.theme = mode();
  document.documentElement.style.colorScheme = mode();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function setThemeChoice(next: ThemeChoice) {
  choice = next;
  if (next === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, next);
  announce();
}

export const useThemeMode = () => useSyncExternalStore(subscribe, mode);
export const useThemeChoice = () => useSyncExternalStore(subscribe, () => choice);

media.addEventListener('change', announce);
addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  choice = readChoice();
  announce();
});
announce();
