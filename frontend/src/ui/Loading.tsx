import { useTranslation } from 'react-i18next';
import './loading.css';

const LINES = [38, 100, 100, 61];

/** Stands where something is on its way: lines for the eye, a word for the ear, no heading that says nothing. */
export function Loading() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('loading')} className="loading">
      {LINES.map((percent, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
        <div key={index} style={{ width: `${percent}%` }} />
      ))}
    </div>
  );
}
