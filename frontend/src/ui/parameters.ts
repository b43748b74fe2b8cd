import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

type Changes = Readonly<Record<string, string | null | undefined>>;

/** The URL's parameters with some of them changed; an empty one disappears. */
export function withParameters(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** What the address bar says, and the ways to change a part of it or to clear it; none is a step in the history. */
export function useParameters(): [
  params: URLSearchParams,
  change: (changes: Changes) => void,
  clear: () => void,
] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (changes: Changes) =>
      setParams((old) => withParameters(old, changes), { replace: true, flushSync: true }),
    [setParams],
  );
  const clear = useCallback(
    () => setParams(new URLSearchParams(), { replace: true, flushSync: true }),
    [setParams],
  );
  return [params, change, clear];
}
