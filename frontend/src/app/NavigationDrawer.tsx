import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { Navigation } from './Navigation';

type Props = { isAdmin: boolean; open: boolean; onClose: () => void };

/** The navigation where there is no room beside the page. */
export default function NavigationDrawer({ isAdmin, open, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size={240}
      title={t('nav.label')}
      styles={{ body: { padding: 0 } }}
    >
      <Navigation isAdmin={isAdmin} />
    </Drawer>
  );
}
