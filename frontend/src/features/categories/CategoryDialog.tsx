import { App, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserError } from '@/graph/faults';
import { graphql } from '@/graph/generated';
import { useAction } from '@/graph/useAction';
import { showAtFields, UserErrors } from '@/ui/UserErrors';
import { CategorySelect } from './CategorySelect';
import type { CategoryRow } from './categoryRow';
import { withDescendants } from './tree';

const CreateCategory = graphql(`
  mutation CreateCategory($input: CreateCategoryInput!) {
    createCategory(input: $input) {
      category { id ...CategoryRow_category ...CategoryOption_category }
      userErrors { code message field }
    }
  }
`);

const UpdateCategory = graphql(`
  mutation UpdateCategory($input: UpdateCategoryInput!) {
    updateCategory(input: $input) {
      category { id ...CategoryRow_category ...CategoryOption_category }
      userErrors { code message field }
    }
  }
`);

export type CategoryOptions = Parameters<typeof CategorySelect>[0]['categories'];
type Fields = { name: string; description?: string; parent: string | null };
type Props = {
  /** Left out: a new one is made, under `parent`. */
  category?: CategoryRow;
  parent?: CategoryRow | null;
  options: CategoryOptions;
  rows: readonly CategoryRow[];
  onClose: () => void;
};

/** Makes, renames, describes or moves a category. */
export function CategoryDialog({ category, parent, options, rows, onClose }: Props) {
  const { t } = useTranslation('categories');
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const [errors, setErrors] = useState<readonly UserError[]>([]);
  const [create, creating] = useAction(CreateCategory, (data) => data.createCategory);
  const [update, updating] = useAction(UpdateCategory, (data) => data.updateCategory);
  const submit = async ({ name, description, parent: under }: Fields) => {
    const input = { name: name.trim(), description: description?.trim() || null, parent: under };
    const { errors: refused } = category
      ? await update({ input: { id: category.id, ...input } })
      : await create({ input });
    setErrors(showAtFields(form, refused));
    if (refused.length > 0) return;
    void message.success(t('saved', { name: input.name }));
    onClose();
  };
  const impossible = category ? withDescendants(rows, category.id) : undefined;
  return (
    <Modal
      open
      title={category ? t('editNamed', { name: category.name }) : t('create')}
      okText={t('save', { ns: 'common' })}
      confirmLoading={creating || updating}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        onFinish={submit}
        initialValues={{
          name: category?.name ?? '',
          description: category?.description ?? '',
          parent: category ? (category.parent?.id ?? null) : (parent?.id ?? null),
        }}
      >
        <Form.Item
          name="name"
          label={t('name')}
          rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}
        >
          <Input maxLength={200} autoFocus />
        </Form.Item>
        <Form.Item name="description" label={t('description')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
        <Form.Item name="parent" label={t('parent')}>
          <ParentField options={options} impossible={impossible} />
        </Form.Item>
        <UserErrors errors={errors} />
      </Form>
    </Modal>
  );
}

type ParentProps = {
  options: CategoryOptions;
  impossible: ReadonlySet<string> | undefined;
  id?: string;
  value?: string | null;
  onChange?: (id: string | null) => void;
};

function ParentField({ options, impossible, id, value, onChange }: ParentProps) {
  const { t } = useTranslation('categories');
  return (
    <CategorySelect
      id={id}
      label={t('parent')}
      placeholder={t('topLevel')}
      categories={options}
      disabledIds={impossible}
      value={value ?? null}
      onChange={(next) => onChange?.(next)}
    />
  );
}
