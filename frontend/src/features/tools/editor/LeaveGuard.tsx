import { Button, Modal } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { isSessionEnd } from '@/app/signedOut';

type Props = {
  /** The path that the edit belongs to, with all below it. */
  home: string;
  dirty: boolean;
  onDiscard?: () => void;
};

/** Asks before an unsaved edit would be lost: by a link, the back button, or closing the window. */
export function LeaveGuard({ home, dirty, onDiscard }: Props) {
  const { t } = useTranslation('tools');
  const blocker = useBlocker(
    ({ nextLocation: { pathname, state } }) =>
      dirty && !isSessionEnd(state) && pathname !== home && !pathname.startsWith(`${home}/`),
  );
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [dirty]);
  const stay = () => blocker.reset?.();
  const discard = () => {
    onDiscard?.();
    blocker.proceed?.();
  };
  return (
    <Modal
      open={blocker.state === 'blocked'}
      title={t('leave.title')}
      onCancel={stay}
      footer={[
        <Button key="discard" danger onClick={discard}>
          {t('leave.discard')}
        </Button>,
        <Button key="stay" type="primary" onClick={stay}>
          {t('leave.stay')}
        </Button>,
      ]}
    >
      {t('leave.text')}
    </Modal>
  );
}
