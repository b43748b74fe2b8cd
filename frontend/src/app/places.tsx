import {
  ApiOutlined,
  AuditOutlined,
  CodeOutlined,
  FolderOutlined,
  HeartOutlined,
  HomeOutlined,
  PlayCircleOutlined,
  RobotOutlined,
  SettingOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';

export type Place = {
  path: string;
  /** Its name: `nav.<name>` of the common texts. */
  name:
    | 'home'
    | 'tools'
    | 'executions'
    | 'agents'
    | 'settings'
    | 'categories'
    | 'people'
    | 'audit'
    | 'health'
    | 'graphiql'
    | 'account';
  /** After `g`. */
  letter: string;
  icon: ReactNode;
  adminsOnly?: boolean;
  /** Part of another place or of the header's menu, so not an entry of the navigation. */
  within?: boolean;
  /** A page of its own, not a route of the console's. */
  outside?: boolean;
};

/** The console's pages: what the navigation, the command palette and `g` with a letter lead to. */
export const PLACES: readonly Place[] = [
  { path: '/', name: 'home', letter: 'h', icon: <HomeOutlined /> },
  { path: '/tools', name: 'tools', letter: 't', icon: <ApiOutlined /> },
  { path: '/executions', name: 'executions', letter: 'e', icon: <PlayCircleOutlined /> },
  { path: '/agents', name: 'agents', letter: 'a', icon: <RobotOutlined /> },
  { path: '/settings', name: 'settings', letter: 's', icon: <SettingOutlined /> },
  {
    path: '/settings/categories',
    name: 'categories',
    letter: 'c',
    icon: <FolderOutlined />,
    within: true,
  },
  {
    path: '/settings/people',
    name: 'people',
    letter: 'p',
    icon: <TeamOutlined />,
    adminsOnly: true,
    within: true,
  },
  { path: '/audit', name: 'audit', letter: 'u', icon: <AuditOutlined />, adminsOnly: true },
  { path: '/health', name: 'health', letter: 'l', icon: <HeartOutlined /> },
  { path: '/account', name: 'account', letter: 'm', icon: <UserOutlined />, within: true },
  { path: '/graphiql', name: 'graphiql', letter: 'q', icon: <CodeOutlined />, outside: true },
];

export const placesFor = (isAdmin: boolean) =>
  PLACES.filter(({ adminsOnly }) => isAdmin || !adminsOnly);

export function visit(place: Place, navigate: (path: string) => void) {
  if (place.outside) location.assign(place.path);
  else navigate(place.path);
}
