import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { UserError } from '@/graph/faults';
import { sentence } from '@/ui/refusal';

/** Shows why something without a form of its own was refused. */
export function useRefusal() {
  const { t } = useTranslation('tools');
  const { notification } = App.useApp();
  return (errors: readonly UserError[]) =>
    notification.error({
      title: t('refused'),
      description: errors.map(sentence).join(' '),
      role: 'alert',
    });
}
