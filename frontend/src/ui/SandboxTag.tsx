import { SafetyCertificateOutlined, StopOutlined, WarningOutlined } from '@ant-design/icons';
import { Tag, type TagProps } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SandboxLevel } from '@/graph/generated/graphql';

export type SandboxState = { level: SandboxLevel; isolated: boolean; refuses: boolean };

type Props = Omit<TagProps, 'color' | 'icon'> & { sandbox: SandboxState };

/** How well scripts are kept apart on this server, in two words. */
export function SandboxTag({ sandbox, ...props }: Props) {
  const { t } = useTranslation();
  const { level, isolated, refuses } = sandbox;
  const label = isolated ? t('sandbox.isolated', { level }) : t('sandbox.notIsolated');
  const look = refuses
    ? { color: 'error', icon: <StopOutlined />, label: t('sandbox.refuses') }
    : isolated
      ? { color: 'success', icon: <SafetyCertificateOutlined />, label }
      : { color: 'warning', icon: <WarningOutlined />, label };
  return (
    <Tag {...props} color={look.color} icon={look.icon}>
      {look.label}
    </Tag>
  );
}
