import { useEffect, useState } from 'react';

const TICK_MS = 250;

/** Milliseconds since `startedAt` while running; null before it starts and after it ends. */
export function useElapsed(startedAt: string | null | undefined, running: boolean): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [running]);
  if (!running || !startedAt) return null;
  return Math.max(0, now - new Date(startedAt).getTime());
}
