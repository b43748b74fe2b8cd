import { CloseCircleFilled } from '@ant-design/icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** For `allowClear` of an `Input` or a `Select`: the button that empties it, which antd names in English or not at all. */
export function useClearing() {
  const { t } = useTranslation();
  const label = t('clear', { ns: 'common' });
  return useMemo(() => ({ label, clearIcon: <CloseCircleFilled aria-label={label} /> }), [label]);
}
