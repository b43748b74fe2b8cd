import { useTranslation } from 'react-i18next';
import { Copyable, ShownOnce } from '@/ui/ShownOnce';

/** The link by which somebody gets in, shown this once. */
export function SignInLink({ path, onClose }: { path: string; onClose: () => void }) {
  const { t } = useTranslation('people');
  const link = new URL(path, location.origin).href;
  return (
    <ShownOnce
      title={t('link.title')}
      warning={t('link.once')}
      done={t('link.done')}
      onClose={onClose}
    >
      <Copyable text={link} label={t('link.copy')} />
    </ShownOnce>
  );
}
