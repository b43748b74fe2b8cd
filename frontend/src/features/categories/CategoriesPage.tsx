import { PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Card, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { useViewer } from '@/app/viewer';
import { graphql, readFragment } from '@/graph/generated';
import { EmptyState } from '@/ui/EmptyState';
import { Page } from '@/ui/Page';
import { Fault } from '@/ui/PageState';
import { CategoryDialog } from './CategoryDialog';
import { CategoryTree } from './CategoryTree';
import { type CategoryRow, CategoryRow_category } from './categoryRow';
import { DeleteCategoryDialog } from './DeleteCategoryDialog';

const CategoriesPageQuery = graphql(`
  query CategoriesPage {
    categories(all: true) { id ...CategoryRow_category ...CategoryOption_category }
  }
`);

/** What is being done to which category; creating may happen under one. */
type Task =
  | { kind: 'create'; parent: CategoryRow | null }
  | { kind: 'edit'; category: CategoryRow }
  | { kind: 'delete'; category: CategoryRow };

export function Component() {
  const { t } = useTranslation('categories');
  const { isAdmin } = useViewer();
  const [{ data, fetching, error }, again] = useQuery({
    query: CategoriesPageQuery,
    requestPolicy: 'cache-and-network',
  });
  const [task, setTask] = useState<Task | null>(null);
  const options = data?.categories ?? [];
  const rows = options.map((each) => readFragment(CategoryRow_category, each));
  const close = () => setTask(null);
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
    <Page title={t('title')} actions={isAdmin && create}>
      {!isAdmin && <Alert type="info" showIcon role="note" title={t('readOnly')} />}
      {error && <Fault error={error} onRetry={() => again({ requestPolicy: 'network-only' })} />}
      {fetching && rows.length === 0 && <Skeleton active />}
      {data && rows.length === 0 && (
        <EmptyState title={t('none')} text={t('noneText')} action={isAdmin && create} />
      )}
      {rows.length > 0 && (
        <Card size="small">
          <CategoryTree
            rows={rows}
            manages={isAdmin}
            onCreate={(parent) => setTask({ kind: 'create', parent })}
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
      {task?.kind === 'delete' && (
        <DeleteCategoryDialog
          category={task.category}
          options={options}
          rows={rows}
          onClose={close}
        />
      )}
    </Page>
  );
}
