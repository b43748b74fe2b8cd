import {
  BulbOutlined,
  MenuOutlined,
  QuestionCircleOutlined,
  SearchOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { Button, Dropdown, Flex, Layout, type MenuProps, Popover, Typography, theme } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSignOut } from '@/features/sign-in/useSignOut';
import { ConnectionBadge } from '@/ui/ConnectionBadge';
import { SandboxTag } from '@/ui/SandboxTag';
import { ServerWords } from '@/ui/ServerWords';
import { LanguageMenu } from './LanguageMenu';
import { setThemeChoice, type ThemeChoice, useThemeChoice } from './theme';
import { useIsWide } from './useIsWide';
import type { ShellData, Viewer } from './viewer';

type Props = {
  data: ShellData | undefined;
  onMenu?: () => void;
  onHelp: () => void;
  onPalette: () => void;
};

export function Header({ data, onMenu, onHelp, onPalette }: Props) {
  const { t } = useTranslation();
  const { token } = theme.useToken();
  return (
    <Layout.Header
      style={{
        background: token.colorBgContainer,
        borderBottom: `1px solid ${token.colorBorderSecondary}`,
        padding: '0 12px',
        height: 48,
        lineHeight: 'normal',
      }}
    >
      <Flex align="center" gap={8} style={{ height: '100%' }}>
        {onMenu && (
          <Button type="text" icon={<MenuOutlined />} aria-label={t('nav.open')} onClick={onMenu} />
        )}
        {data?.server && <SandboxSign sandbox={data.server.sandbox} />}
        <Flex align="center" justify="flex-end" gap={4} flex={1} style={{ minWidth: 0 }}>
          <ConnectionBadge />
          <Button
            type="text"
            icon={<SearchOutlined />}
            aria-label={t('nav.palette')}
            aria-keyshortcuts="Control+K Meta+K"
            title={t('nav.palette')}
            onClick={onPalette}
          />
          <Button
            type="text"
            icon={<QuestionCircleOutlined />}
            aria-label={t('nav.shortcuts')}
            title={t('nav.shortcuts')}
            onClick={onHelp}
          />
          <LanguageMenu />
          <ThemeMenu />
          {data?.viewer && <AccountMenu subject={data.viewer.subject} />}
        </Flex>
      </Flex>
    </Layout.Header>
  );
}

type Sandbox = NonNullable<ShellData['server']>['sandbox'];

/** Says plainly how well scripts are walled off; opened by hover, click or keyboard. */
function SandboxSign({ sandbox }: { sandbox: Sandbox }) {
  const { t } = useTranslation();
  return (
    <Popover
      trigger={['hover', 'click']}
      title={t('sandbox.about')}
      content={
        <Flex vertical gap={8} style={{ maxWidth: 320 }}>
          <ServerWords>{sandbox.summary}</ServerWords>
          <Link to="/health">{t('sandbox.more')}</Link>
        </Flex>
      }
    >
      <SandboxTag sandbox={sandbox} role="button" tabIndex={0} style={{ cursor: 'help' }} />
    </Popover>
  );
}

function ThemeMenu() {
  const { t } = useTranslation();
  const choice = useThemeChoice();
  const choices: ThemeChoice[] = ['light', 'dark', 'system'];
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [choice],
        items: choices.map((key) => ({ key, label: t(`theme.${key}`) })),
        onClick: ({ key }) => setThemeChoice(key as ThemeChoice),
      }}
    >
      <Button
        type="text"
        icon={<BulbOutlined />}
        aria-label={t('theme.label')}
        title={t('theme.label')}
      />
    </Dropdown>
  );
}

type Subject = Viewer['subject'];
const nameOf = (subject: Subject) =>
  subject.__typename === 'User' ? subject.displayName : subject.agentDisplayName;

function AccountMenu({ subject }: { subject: Subject }) {
  const { t } = useTranslation();
  const wide = useIsWide();
  const signOut = useSignOut();
  const items: MenuProps['items'] = [
    { key: 'account', label: <Link to="/account">{t('nav.account')}</Link> },
    { key: 'sign-out', label: t('nav.signOut'), onClick: signOut },
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button
        type="text"
        icon={<UserOutlined />}
        aria-label={`${t('nav.account')}: ${nameOf(subject)}`}
      >
        {wide && (
          <Typography.Text ellipsis style={{ maxWidth: 160 }}>
            {nameOf(subject)}
          </Typography.Text>
        )}
      </Button>
    </Dropdown>
  );
}
