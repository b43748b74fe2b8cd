import {
  DeleteOutlined,
  EditOutlined,
  HolderOutlined,
  NodeIndexOutlined,
  PlusOutlined,
} from '@ant-design/icons';
import { Button, Flex, Tooltip, Typography, theme } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CategoryRow } from './categoryRow';
import type { Drag } from './useDrag';

export type Actions = {
  manages: boolean;
  onCreate: (parent: CategoryRow) => void;
  onEdit: (category: CategoryRow) => void;
  onAskMove: (category: CategoryRow) => void;
  onDelete: (category: CategoryRow) => void;
};

type Props = Actions & { category: CategoryRow; drag: Drag };

/** One category; who manages them drags its line onto another's, or uses the buttons. */
export function CategoryLine({ category, drag, ...actions }: Props) {
  const { t } = useTranslation('categories');
  const { token } = theme.useToken();
  const { id, name, description, tools } = category;
  const moves = actions.manages && { ...drag.source(category), ...drag.target(category) };
  return (
    <Flex
      {...moves}
      gap={8}
      align="center"
      wrap
      style={{
        padding: 4,
        borderRadius: token.borderRadius,
        outline: drag.isOver(category) ? `2px solid ${token.colorPrimary}` : undefined,
        opacity: drag.dragged?.id === id ? 0.5 : undefined,
      }}
    >
      {actions.manages && (
        <HolderOutlined aria-hidden style={{ cursor: 'grab', color: token.colorTextDescription }} />
      )}
      <Flex vertical style={{ flex: '1 1 160px', minWidth: 0 }}>
        <Flex gap={8} wrap align="baseline">
          <Link
            to={`/tools?category=${id}`}
            draggable={false}
            style={{ fontWeight: 600, overflowWrap: 'anywhere' }}
          >
            {name}
          </Link>
          <Typography.Text type="secondary" style={{ fontSize: 12 }}>
            {t('toolCount', { count: tools.totalCount })}
          </Typography.Text>
        </Flex>
        {description && (
          <Typography.Text type="secondary" style={{ fontSize: 12 }}>
            {description}
          </Typography.Text>
        )}
      </Flex>
      {actions.manages && <Buttons category={category} {...actions} />}
    </Flex>
  );
}

function Buttons({ category, onCreate, onEdit, onAskMove, onDelete }: Omit<Props, 'drag'>) {
  const { t } = useTranslation('categories');
  const { name } = category;
  return (
    <Flex gap={4}>
      <Action
        label={t('createIn', { name })}
        icon={<PlusOutlined aria-hidden />}
        onClick={() => onCreate(category)}
      />
      <Action
        label={t('editNamed', { name })}
        icon={<EditOutlined aria-hidden />}
        onClick={() => onEdit(category)}
      />
      <Action
        label={t('moveNamed', { name })}
        icon={<NodeIndexOutlined aria-hidden />}
        onClick={() => onAskMove(category)}
      />
      <Action
        label={t('deleteNamed', { name })}
        icon={<DeleteOutlined aria-hidden />}
        onClick={() => onDelete(category)}
      />
    </Flex>
  );
}

type ActionProps = { label: string; icon: ReactNode; onClick: () => void };

const Action = ({ label, icon, onClick }: ActionProps) => (
  <Tooltip title={label}>
    <Button type="text" size="small" icon={icon} aria-label={label} onClick={onClick} />
  </Tooltip>
);
