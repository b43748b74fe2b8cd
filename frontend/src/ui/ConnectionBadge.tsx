import { Badge } from 'antd';
import { useTranslation } from 'react-i18next';
import { useConnection } from '@/graph/connection';

const LOOK = {
  connecting: 'processing',
  live: 'success',
  reconnecting: 'warning',
} as const;

/** Whether what moves on this page is live. Nothing is shown while nothing is being followed. */
export function ConnectionBadge() {
  const { t } = useTranslation();
  const state = useConnection();
  return (
    <span role="status" style={{ whiteSpace: 'nowrap' }}>
      {state !== 'idle' && <Badge status={LOOK[state]} text={t(`connection.${state}`)} />}
    </span>
  );
}
