import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  EditOutlined,
  FieldTimeOutlined,
  LockOutlined,
  MinusCircleOutlined,
  StopOutlined,
  SyncOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExecutionStatus, ToolStatus } from '@/graph/generated/graphql';

type Status = ExecutionStatus | ToolStatus;

const LOOK: Record<Status, { color: string; icon: ReactNode }> = {
  PENDING: { color: 'default', icon: <ClockCircleOutlined /> },
  RUNNING: { color: 'processing', icon: <SyncOutlined spin /> },
  SUCCESS: { color: 'success', icon: <CheckCircleOutlined /> },
  FAILED: { color: 'error', icon: <CloseCircleOutlined /> },
  TIMEOUT: { color: 'warning', icon: <FieldTimeOutlined /> },
  CANCELLED: { color: 'default', icon: <MinusCircleOutlined /> },
  UNAUTHORIZED: { color: 'warning', icon: <LockOutlined /> },
  DRAFT: { color: 'default', icon: <EditOutlined /> },
  ACTIVE: { color: 'success', icon: <CheckCircleOutlined /> },
  DEPRECATED: { color: 'warning', icon: <WarningOutlined /> },
  DISABLED: { color: 'default', icon: <StopOutlined /> },
};

type Props = {
  status: Status;
  /** It was so once: nothing turns. */
  past?: boolean;
};

/** The status of a tool or an execution: a word and a sign, never the colour alone. */
export function StatusTag({ status, past = false }: Props) {
  const { t } = useTranslation();
  const { color, icon } = LOOK[status];
  return (
    <Tag color={color} icon={past && status === 'RUNNING' ? <SyncOutlined /> : icon}>
      {t(`status.${status}`)}
    </Tag>
  );
}
