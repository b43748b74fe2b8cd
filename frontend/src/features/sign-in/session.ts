import { CONSOLE_HEADERS } from '@/graph/client';

/** What an answer of the sign-in routes says when it is not a success. */
export type Refusal = {
  code: string;
  message: string;
  field?: string[];
  retryAfterSeconds?: number;
};
export type Answer<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };
export type LinkInfo = { username: string; displayName: string; needsPassword: boolean };

const UNREACHABLE: Refusal = { code: 'UNREACHABLE', message: '' };

async function call<T = undefined>(
  method: string,
  path: string,
  body?: object,
): Promise<Answer<T>> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: { ...CONSOLE_HEADERS, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    });
  } catch {
    return { ok: false, refusal: UNREACHABLE };
  }
  const content = await response.json().catch(() => undefined);
  if (response.ok) return { ok: true, value: content as T };
  return { ok: false, refusal: toRefusal(response, content) };
}

function toRefusal(response: Response, content: unknown): Refusal {
  const { code, message, field } = (content ?? {}) as Partial<Refusal>;
  if (!code) return UNREACHABLE;
  const retryAfter = Number(response.headers.get('Retry-After'));
  return { code, message: message ?? '', field, retryAfterSeconds: retryAfter || undefined };
}

export const signIn = (username: string, password: string) =>
  call('POST', '/api/session', { username, password });

/** Undefined when the server can't be reached: whoever asks next says so. */
export async function isSignedIn(): Promise<boolean | undefined> {
  const answer = await call<{ signedIn: boolean }>('GET', '/api/session');
  return answer.ok ? answer.value.signedIn : undefined;
}

export const readLink = (secret: string) =>
  call<LinkInfo>('GET', `/api/sign-in-links/${encodeURIComponent(secret)}`);

/** Uses the link up; without a password the old one stays. */
export const consumeLink = (secret: string, password: string | undefined) =>
  call('POST', `/api/sign-in-links/${encodeURIComponent(secret)}`, password ? { password } : {});

export const changePassword = (current: string, next: string) =>
  call('POST', '/api/password', { current, new: next });

/** Ends the session and opens the sign-in page afresh, so nothing of it stays in memory. */
export async function signOut() {
  await call('DELETE', '/api/session');
  location.assign('/sign-in');
}
