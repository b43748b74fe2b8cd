import { theme } from 'antd';
import { useTranslation } from 'react-i18next';
import { useConnection } from '@/graph/connection';

const COLOUR = {
  connecting: 'colorInfo',
  live: 'colorSuccess',
  reconnecting: 'colorWarning',
} as const;

/** Whether what moves on this page is live. Nothing is shown while nothing is being followed. */
export function ConnectionBadge() {
  const { t } = useTranslation();
  const { token } = theme.useToken();
  const state = useConnection();
  return (
    <span role="status" style={{ whiteSpace: 'nowrap' }}>
      {state !== 'idle' && (
        <>
          <span
            aria-hidden
            style={{
              display: 'inline-block',
              width: 8,
              height: 8,
              marginInlineEnd: 8,
              borderRadius: 4,
              background: token[COLOUR[state]],
              forcedColorAdjust: 'none',
            }}
          />
          {t(`connection.${state}`)}
        </>
      )}
    </span>
  );
}
