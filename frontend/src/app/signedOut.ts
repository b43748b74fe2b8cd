type Place = { pathname: string; search: string };

/** Where to send someone whose session is gone: sign-in, and back afterwards. Undefined when already there. */
export function signInPath({ pathname, search }: Place): string | undefined {
  if (pathname === '/sign-in' || pathname.startsWith('/sign-in/')) return undefined;
  const here = pathname + search;
  return here === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`;
}

/** What a navigation says that nobody chose: the session is gone, and what is unsaved waits for the next one. */
export const SESSION_ENDED = { sessionEnded: true } as const;

export const isSessionEnd = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'sessionEnded' in state;

/** The page to open after sign-in: only paths of this console, never another site. */
export function safeNext(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/';
}
