import { useTranslation } from 'react-i18next';
import type { Refusal } from './session';

/** Says what was refused and what to do next. */
export function useRefusalText() {
  const { t } = useTranslation(['sign-in', 'common']);
  return ({ code, message, retryAfterSeconds }: Refusal): string => {
    if (code === 'UNREACHABLE') return t('common:fault.network');
    if (retryAfterSeconds) return `${message} ${t('retryAfter', { count: retryAfterSeconds })}`;
    return message;
  };
}
