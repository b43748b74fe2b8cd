import { Form, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CategoryOptions } from './CategoryDialog';
import { CategorySelect } from './CategorySelect';
import type { CategoryRow } from './categoryRow';
import { withDescendants } from './tree';
import type { Move } from './useMove';

type Props = {
  category: CategoryRow;
  options: CategoryOptions;
  rows: readonly CategoryRow[];
  onMove: Move;
  onClose: () => void;
};

/** What dragging does, for those who don't drag. */
export function MoveDialog({ category, options, rows, onMove, onClose }: Props) {
  const { t } = useTranslation('categories');
  const id = useId();
  const [parentId, setParentId] = useState(category.parent?.id ?? null);
  const [moving, setMoving] = useState(false);
  const move = async () => {
    setMoving(true);
    await onMove(category, rows.find((each) => each.id === parentId) ?? null);
    onClose();
  };
  return (
    <Modal
      open
      title={t('moveNamed', { name: category.name })}
      okText={t('move')}
      confirmLoading={moving}
      onOk={() => void move()}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t('parent')} htmlFor={id} style={{ margin: 0 }}>
          <CategorySelect
            id={id}
            label={t('parent')}
            placeholder={t('topLevel')}
            categories={options}
            disabledIds={withDescendants(rows, category.id)}
            value={parentId}
            onChange={setParentId}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
