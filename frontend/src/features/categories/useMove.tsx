import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { graphql } from '@/graph/generated';
import { useAction } from '@/graph/useAction';
import { UserErrors } from '@/ui/UserErrors';
import type { CategoryRow } from './categoryRow';

const MoveCategory = graphql(`
  mutation MoveCategory($input: UpdateCategoryInput!) {
    updateCategory(input: $input) {
      category { id ...CategoryRow_category ...CategoryOption_category }
      userErrors { code message field }
    }
  }
`);

const UNDO_SECONDS = 15;

export type Move = (category: CategoryRow, parent: CategoryRow | null) => Promise<void>;

/** Puts a category under another, or at the top, and offers to undo it. What is refused stays where it was. */
export function useMove(rows: readonly CategoryRow[]): Move {
  const { t } = useTranslation('categories');
  const { message, notification } = App.useApp();
  const [update] = useAction(MoveCategory, (data) => data.updateCategory);
  const place = (parent: CategoryRow | null) => parent?.name ?? t('top');
  const key = 'category-moved';
  const put = async (category: CategoryRow, parent: CategoryRow | null): Promise<boolean> => {
    const { errors } = await update({ input: { id: category.id, parent: parent?.id ?? null } });
    if (errors.length === 0) return true;
    notification.error({
      key,
      title: t('notMoved', { name: category.name }),
      description: <UserErrors errors={errors} />,
    });
    return false;
  };
  return async (category, parent) => {
    const before = rows.find(({ id }) => id === category.parent?.id) ?? null;
    if (before?.id === parent?.id || !(await put(category, parent))) return;
    const undo = async () => {
      notification.destroy(key);
      if (await put(category, before))
        void message.success(t('movedBack', { name: category.name }));
    };
    notification.success({
      key,
      title: t('moved', { name: category.name, place: place(parent) }),
      duration: UNDO_SECONDS,
      actions: <Button onClick={() => void undo()}>{t('undo')}</Button>,
    });
  };
}
