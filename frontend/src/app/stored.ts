import { useSyncExternalStore } from 'react';

/** A value that this browser remembers, the same in all its windows. What can't be read any more is `fallback`. */
export function stored<Value>(key: string, fallback: Value, read: (saved: unknown) => Value) {
  const listeners = new Set<() => void>();
  let value = load();

  function load(): Value {
    const saved = localStorage.getItem(key);
    if (saved === null) return fallback;
    try {
      return read(JSON.parse(saved));
    } catch {
      return fallback;
    }
  }
  function change(next: Value) {
    value = next;
    for (const listener of listeners) listener();
  }
  function subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }
  addEventListener('storage', (event) => {
    if (event.key === key) change(load());
  });
  return {
    get: () => value,
    set: (next: Value) => {
      localStorage.setItem(key, JSON.stringify(next));
      change(next);
    },
    use: () => useSyncExternalStore(subscribe, () => value),
  };
}
