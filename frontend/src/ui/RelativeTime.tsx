import { useTranslation } from 'react-i18next';
import { formatInstant, formatRelative, useNow } from './time';

/** An instant as `5 minutes ago`; the exact time is its tooltip. */
export function RelativeTime({ at }: { at: string }) {
  const { i18n } = useTranslation();
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatInstant(date, i18n.language)} style={{ whiteSpace: 'nowrap' }}>
      {formatRelative(date, now, i18n.language)}
    </time>
  );
}

/** An instant in full. */
export function ExactTime({ at }: { at: string }) {
  const { i18n } = useTranslation();
  return <time dateTime={at}>{formatInstant(new Date(at), i18n.language)}</time>;
}
