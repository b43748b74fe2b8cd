import { App, Flex, Form, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserError } from '@/graph/faults';
import { graphql } from '@/graph/generated';
import { useAction } from '@/graph/useAction';
import { UserErrors } from '@/ui/UserErrors';
import type { CategoryOptions } from './CategoryDialog';
import { CategorySelect } from './CategorySelect';
import type { CategoryRow } from './categoryRow';
import { withDescendants } from './tree';

const DeleteCategory = graphql(`
  mutation DeleteCategory($input: DeleteCategoryInput!) {
    deleteCategory(input: $input) {
      deletedId
      userErrors { code message field }
    }
  }
`);

type Props = {
  category: CategoryRow;
  options: CategoryOptions;
  rows: readonly CategoryRow[];
  onClose: () => void;
};

/** Deletes a category; one that is not empty asks where its tools and subcategories go. */
export function DeleteCategoryDialog({ category, options, rows, onClose }: Props) {
  const { t } = useTranslation('categories');
  const { message } = App.useApp();
  const id = useId();
  const [moveTo, setMoveTo] = useState<string | null>(null);
  const [errors, setErrors] = useState<readonly UserError[]>([]);
  const [run, running] = useAction(DeleteCategory, (data) => data.deleteCategory);
  const tools = category.tools.totalCount;
  const subcategories = category.children.length;
  const needsTarget =
    tools + subcategories > 0 || errors.some(({ code }) => code === 'CATEGORY_NOT_EMPTY');
  const remove = async () => {
    const { errors: refused } = await run({ input: { id: category.id, moveTo } });
    setErrors(refused);
    if (refused.length > 0) return;
    void message.success(t('deleted', { name: category.name }));
    onClose();
  };
  return (
    <Modal
      open
      title={t('deleteNamed', { name: category.name })}
      okText={t('delete')}
      okButtonProps={{ danger: true, disabled: needsTarget && !moveTo }}
      confirmLoading={running}
      onOk={() => void remove()}
      onCancel={onClose}
    >
      <Flex vertical gap={12}>
        {needsTarget ? t('deleteFull', { tools, subcategories }) : t('deleteEmpty')}
        {needsTarget && (
          <Form layout="vertical" component="div">
            <Form.Item label={t('moveTo')} htmlFor={id} style={{ margin: 0 }}>
              <CategorySelect
                id={id}
                label={t('moveTo')}
                placeholder={t('moveToPlaceholder')}
                categories={options}
                disabledIds={withDescendants(rows, category.id)}
                value={moveTo}
                onChange={setMoveTo}
              />
            </Form.Item>
          </Form>
        )}
        <UserErrors errors={errors} />
      </Flex>
    </Modal>
  );
}
