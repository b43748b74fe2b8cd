import { i18n } from '@/app/i18n';
import type { UserError } from '@/graph/useAction';

/** The server speaks this one. */
export const SERVER_LANGUAGE = 'en';
const LEADS = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'INVALID_INPUT',
  'CONFLICT',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'TIMEOUT',
  'TOO_LARGE',
] as const;

/** What kind of refusal it is, for those who don't read the server's language; undefined for those who do. */
export function leadOf(code: string): string | undefined {
  if (i18n.language === SERVER_LANGUAGE) return undefined;
  const known = LEADS.find((each) => each === code);
  return known && i18n.t(`refusal.${known}`);
}

/** The server's precise words in one line, after a lead in the reader's language. */
export function sentence({ code, message }: Pick<UserError, 'code' | 'message'>): string {
  const lead = leadOf(code);
  return lead ? i18n.t('refusal.withLead', { lead, message }) : message;
}
