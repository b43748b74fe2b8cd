import { PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Card, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { useViewer } from '@/app/viewer';
import { graphql, readFragment } from '@/graph/generated';
import { EmptyState } from '@/ui/EmptyState';
import { Loading } from '@/ui/Loading';
import { Fault } from '@/ui/PageState';
import { CategoryDialog } from './CategoryDialog';
import { CategoryTree } from './CategoryTree';
import { type CategoryRow, CategoryRow_category } from './categoryRow';
import { DeleteCategoryDialog } from './DeleteCategoryDialog';
import { MoveDialog } from './MoveDialog';
import { useMove } from './useMove';

const CategoriesDocument = graphql(`
  query Categories {
    categories(all: true) { id ...CategoryRow_category ...CategoryOption_category }
  }
`);

/** What is being done to which category; creating may happen under one. */
type Task =
  | { kind: 'create'; parent: CategoryRow | null }
  | { kind: 'edit'; category: CategoryRow }
  | { kind: 'move'; category: CategoryRow }
  | { kind: 'delete'; category: CategoryRow };

/** The tree of categories: everybody sees it, admins change it. */
export default function CategoriesPanel() {
  const { t } = useTranslation('categories');
  const { isAdmin } = useViewer();
  const [{ data, fetching, error }, again] = useQuery({
    query: CategoriesDocument,
    requestPolicy: 'cache-and-network',
  });
  const [task, setTask] = useState<Task | null>(null);
  const options = data?.categories ?? [];
  const rows = options.map((each) => readFragment(CategoryRow_category, each));
  const close = () => setTask(null);
  const move = useMove(rows);
  const create = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      onClick={() => setTask({ kind: 'create', parent: null })}
    >
      {t('create')}
    </Button>
  );
  return (
    <Flex vertical gap={12}>
      {!isAdmin && <Alert type="info" showIcon role="note" title={t('readOnly')} />}
      {isAdmin && rows.length > 0 && (
        <Flex gap={12} wrap align="center" justify="space-between">
          <Typography.Text type="secondary">{t('dragHelp')}</Typography.Text>
          {create}
        </Flex>
      )}
      {error && <Fault error={error} onRetry={() => again({ requestPolicy: 'network-only' })} />}
      {fetching && rows.length === 0 && <Loading />}
      {data && rows.length === 0 && (
        <EmptyState title={t('none')} text={t('noneText')} action={isAdmin && create} />
      )}
      {rows.length > 0 && (
        <Card size="small">
          <CategoryTree
            rows={rows}
            manages={isAdmin}
            onCreate={(parent) => setTask({ kind: 'create', parent })}
            onMove={move}
            onAskMove={(category) => setTask({ kind: 'move', category })}
            onEdit={(category) => setTask({ kind: 'edit', category })}
            onDelete={(category) => setTask({ kind: 'delete', category })}
          />
        </Card>
      )}
      {task?.kind === 'create' && (
        <CategoryDialog parent={task.parent} options={options} rows={rows} onClose={close} />
      )}
      {task?.kind === 'edit' && (
        <CategoryDialog category={task.category} options={options} rows={rows} onClose={close} />
      )}
      {task?.kind === 'move' && (
        <MoveDialog
          category={task.category}
          options={options}
          rows={rows}
          onMove={move}
          onClose={close}
        />
      )}
      {task?.kind === 'delete' && (
        <DeleteCategoryDialog
          category={task.category}
          options={options}
          rows={rows}
          onClose={close}
        />
      )}
    </Flex>
  );
}
