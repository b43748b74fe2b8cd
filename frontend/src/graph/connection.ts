import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** `idle`: nothing is being followed, so nothing can be lost. */
export type ConnectionState = 'idle' | 'connecting' | 'live' | 'reconnecting';

let state: ConnectionState = 'idle';
const listeners = new Set<() => void>();
const healed = new Set<() => void>();

/** Called by the socket; `recovered` is true when the connection came back after it was lost. */
export function setConnection(next: ConnectionState, recovered = false) {
  state = next;
  for (const listener of listeners) listener();
  if (recovered) for (const listener of healed) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useConnection = () => useSyncExternalStore(subscribe, () => state);

/** Runs `action` whenever a lost live connection is back: what happened meanwhile must be read again. */
export function useOnReconnected(action: () => void) {
  const run = useEffectEvent(action);
  useEffect(() => {
    const listener = () => run();
    healed.add(listener);
    return () => {
      healed.delete(listener);
    };
  }, []);
}
