import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Flex, Tooltip, Typography, theme } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CategoryRow } from './categoryRow';
import { buildTree, type CategoryNode } from './tree';

type Actions = {
  manages: boolean;
  onCreate: (parent: CategoryRow) => void;
  onEdit: (category: CategoryRow) => void;
  onDelete: (category: CategoryRow) => void;
};

/** The whole tree, open: categories are few, and an overview is what the page is for. */
export function CategoryTree({ rows, ...actions }: Actions & { rows: readonly CategoryRow[] }) {
  const { t } = useTranslation('categories');
  return <Level nodes={buildTree(rows)} label={t('title')} {...actions} />;
}

type LevelProps = Actions & { nodes: CategoryNode<CategoryRow>[]; label: string; nested?: boolean };

function Level({ nodes, label, nested = false, ...actions }: LevelProps) {
  const { token } = theme.useToken();
  return (
    <ul
      aria-label={label}
      style={{
        listStyle: 'none',
        margin: 0,
        padding: 0,
        ...(nested && {
          marginInlineStart: 8,
          paddingInlineStart: 12,
          borderInlineStart: `1px solid ${token.colorBorder}`,
        }),
      }}
    >
      {nodes.map(({ category, children }) => (
        <li key={category.id}>
          <CategoryLine category={category} {...actions} />
          {children.length > 0 && (
            <Level nodes={children} label={category.name} nested {...actions} />
          )}
        </li>
      ))}
    </ul>
  );
}

function CategoryLine({
  category,
  manages,
  onCreate,
  onEdit,
  onDelete,
}: Actions & { category: CategoryRow }) {
  const { t } = useTranslation('categories');
  const { name } = category;
  const { totalCount } = category.tools;
  return (
    <Flex gap={12} align="center" wrap style={{ paddingBlock: 4 }}>
      <Flex vertical style={{ flex: '1 1 180px', minWidth: 0 }}>
        <Flex gap={8} wrap align="baseline">
          <Link to={`/tools?category=${category.id}`} style={{ fontWeight: 600 }}>
            {name}
          </Link>
          <Typography.Text type="secondary" style={{ fontSize: 12 }}>
            {t('toolCount', { count: totalCount })}
          </Typography.Text>
        </Flex>
        {category.description && (
          <Typography.Text type="secondary" style={{ fontSize: 12 }}>
            {category.description}
          </Typography.Text>
        )}
      </Flex>
      {manages && (
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
            label={t('deleteNamed', { name })}
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => onDelete(category)}
          />
        </Flex>
      )}
    </Flex>
  );
}

type ActionProps = { label: string; icon: ReactNode; onClick: () => void };

const Action = ({ label, icon, onClick }: ActionProps) => (
  <Tooltip title={label}>
    <Button type="text" size="small" icon={icon} aria-label={label} onClick={onClick} />
  </Tooltip>
);
