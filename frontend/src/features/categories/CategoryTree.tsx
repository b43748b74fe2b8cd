import { Flex, Typography, theme } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Actions, CategoryLine } from './CategoryLine';
import type { CategoryRow } from './categoryRow';
import { buildTree, type CategoryNode } from './tree';
import { type Drag, useDrag } from './useDrag';
import type { Move } from './useMove';

type Props = Actions & { rows: readonly CategoryRow[]; onMove: Move };

/** The whole tree, open: categories are few, and an overview is what the page is for. */
export function CategoryTree({ rows, onMove, ...actions }: Props) {
  const { t } = useTranslation('categories');
  const drag = useDrag(rows, onMove);
  return (
    <Flex vertical gap={8}>
      <Level nodes={buildTree(rows)} label={t('title')} drag={drag} {...actions} />
      {drag.dragged?.parent && <Top drag={drag} />}
    </Flex>
  );
}

/** Where a category is dropped to be in none; there only while something is dragged. */
function Top({ drag }: { drag: Drag }) {
  const { t } = useTranslation('categories');
  const { token } = theme.useToken();
  return (
    <div
      {...drag.target(null)}
      style={{
        padding: 12,
        textAlign: 'center',
        border: `1px dashed ${drag.isOver(null) ? token.colorPrimary : token.colorBorder}`,
        borderRadius: token.borderRadius,
      }}
    >
      <Typography.Text type="secondary">{t('dropAtTop')}</Typography.Text>
    </div>
  );
}

type LevelProps = Actions & {
  nodes: CategoryNode<CategoryRow>[];
  label: string;
  nested?: boolean;
  drag: Drag;
};

function Level({ nodes, label, nested = false, ...rest }: LevelProps) {
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
          <CategoryLine category={category} {...rest} />
          {children.length > 0 && <Level nodes={children} label={category.name} nested {...rest} />}
        </li>
      ))}
    </ul>
  );
}
