import { Alert, Button, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import type { useKeptDraft } from './useKeptDraft';

/** Offers what was being edited when the page was reloaded or the browser crashed. */
export function KeptDraft({
  offer,
  restore,
  drop,
}: Pick<ReturnType<typeof useKeptDraft>, 'offer' | 'restore' | 'drop'>) {
  const { t } = useTranslation('editor');
  const { t: words } = useTranslation('tools');
  if (!offer) return null;
  const fields = offer.fields.map((field) => words(`field.${field}`)).join(', ');
  return (
    <Alert
      type="info"
      showIcon
      role="status"
      title={t('kept.title')}
      description={t('kept.text', { version: offer.version, fields })}
      action={
        <Flex gap={8} wrap>
          <Button size="small" type="primary" onClick={restore}>
            {t('kept.restore')}
          </Button>
          <Button size="small" onClick={drop}>
            {t('kept.drop')}
          </Button>
        </Flex>
      }
    />
  );
}
