import {
  ApiOutlined,
  CodeOutlined,
  FolderOutlined,
  HeartOutlined,
  HomeOutlined,
  PlayCircleOutlined,
  RobotOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { Drawer, Menu, type MenuProps, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';

type Item = NonNullable<MenuProps['items']>[number];

function useItems(isAdmin: boolean): Item[] {
  const { t } = useTranslation();
  const page = (path: string, label: string, icon: React.ReactNode): Item => ({
    key: path,
    icon,
    label: <Link to={path}>{label}</Link>,
  });
  return [
    page('/', t('nav.home'), <HomeOutlined />),
    page('/tools', t('nav.tools'), <ApiOutlined />),
    page('/categories', t('nav.categories'), <FolderOutlined />),
    page('/executions', t('nav.executions'), <PlayCircleOutlined />),
    page('/agents', t('nav.agents'), <RobotOutlined />),
    ...(isAdmin ? [page('/people', t('nav.people'), <TeamOutlined />)] : []),
    page('/health', t('nav.health'), <HeartOutlined />),
    {
      key: '/graphiql',
      icon: <CodeOutlined />,
      // A page of its own, not a route of this one.
      label: <a href="/graphiql">{t('nav.graphiql')}</a>,
    },
  ];
}

export function Navigation({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <nav aria-label={t('nav.label')}>
      <Typography.Text
        strong
        style={{ display: 'block', fontSize: 18, padding: '14px 24px', lineHeight: '20px' }}
      >
        Toolcrib
      </Typography.Text>
      <Menu
        mode="inline"
        selectedKeys={[`/${pathname.split('/')[1]}`]}
        items={useItems(isAdmin)}
        style={{ borderInlineEnd: 'none' }}
      />
    </nav>
  );
}

type DrawerProps = { isAdmin: boolean; open: boolean; onClose: () => void };

export function NavigationDrawer({ isAdmin, open, onClose }: DrawerProps) {
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
