import { useTranslation } from 'react-i18next';
import { sentence } from '@/ui/refusal';
import type { Refusal } from './session';

/** Says what was refused and what to do next. */
export function useRefusalText() {
  const { t } = useTranslation(['sign-in', 'common']);
  return ({ code, message, retryAfterSeconds }: Refusal): string => {
    if (code === 'UNREACHABLE') return t('common:fault.network');
    const said = sentence({ code, message });
    if (retryAfterSeconds) return `${said} ${t('retryAfter', { count: retryAfterSeconds })}`;
    return said;
  };
}
