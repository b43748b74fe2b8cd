import { i18n } from '@/app/i18n';
import type { UserError } from '@/graph/faults';

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

type Refusal = Pick<UserError, 'code' | 'own'>;

/** What kind of refusal it is, for those who don't read the server's language; undefined for those who do. */
export function leadOf({ code, own }: Refusal): string | undefined {
  if (own || i18n.language === SERVER_LANGUAGE) return undefined;
  const known = LEADS.find((each) => each === code);
  return known && i18n.t(`refusal.${known}`);
}

/** The server's precise words in one line, after a lead in the reader's language. */
export function sentence({ message, ...refusal }: Refusal & { message: string }): string {
  const lead = leadOf(refusal);
  return lead ? i18n.t('refusal.withLead', { lead, message }) : message;
}
