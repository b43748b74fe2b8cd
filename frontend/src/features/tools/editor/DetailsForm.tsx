import { Form, Input, InputNumber, Radio, Select } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CategorySelect } from '@/features/categories/CategorySelect';
import { HINTS, type Hint } from '../content';
import { messageAt } from '../problems';
import type { FormProps } from './CodeFiles';

type Props = FormProps & {
  categories: Parameters<typeof CategorySelect>[0]['categories'];
  tags: readonly string[];
};

export function DetailsForm(props: Props) {
  return (
    <Form layout="vertical" component="div" disabled={props.readOnly}>
      <Names {...props} />
      <Placement {...props} />
      <Hints {...props} />
    </Form>
  );
}

type FieldProps = {
  label: string;
  /** Its name in the API: what a problem's path begins with. */
  name?: string;
  id?: string;
  help?: string;
  error: string | undefined;
  children: ReactNode;
};

export function Field({ label, name, id, help, error, children }: FieldProps) {
  return (
    <Form.Item
      label={label}
      data-field={name}
      htmlFor={id}
      extra={help}
      help={error}
      validateStatus={error ? 'error' : undefined}
      style={{ marginBottom: 12 }}
    >
      {children}
    </Form.Item>
  );
}

function Names({ draft, change, problems }: FormProps) {
  const { t } = useTranslation('tools');
  const id = useId();
  const error = (field: string) => messageAt(problems, 'content', field);
  return (
    <>
      <Field
        name="displayName"
        label={t('field.displayName')}
        id={`${id}t`}
        error={error('displayName')}
      >
        <Input
          id={`${id}t`}
          value={draft.displayName}
          maxLength={200}
          onChange={(event) => change({ displayName: event.target.value })}
        />
      </Field>
      <Field
        name="description"
        label={t('field.description')}
        id={`${id}d`}
        help={t('create.descriptionHelp')}
        error={error('description')}
      >
        <Input.TextArea
          id={`${id}d`}
          value={draft.description}
          autoSize={{ minRows: 3, maxRows: 12 }}
          onChange={(event) => change({ description: event.target.value })}
        />
      </Field>
      <Field
        name="icon"
        label={t('field.icon')}
        id={`${id}i`}
        help={t('editor.help.icon')}
        error={error('icon')}
      >
        <Input
          id={`${id}i`}
          value={draft.icon}
          onChange={(event) => change({ icon: event.target.value })}
        />
      </Field>
    </>
  );
}

function Placement({ draft, change, problems, readOnly, categories, tags }: Props) {
  const { t } = useTranslation('tools');
  const id = useId();
  const error = (field: string) => messageAt(problems, 'content', field);
  return (
    <>
      <Field name="category" label={t('field.category')} id={`${id}c`} error={error('category')}>
        <CategorySelect
          id={`${id}c`}
          label={t('field.category')}
          placeholder={t('create.noCategory')}
          categories={categories}
          value={draft.category}
          onChange={(category) => change({ category })}
          disabled={readOnly}
        />
      </Field>
      <Field
        name="tags"
        label={t('field.tags')}
        id={`${id}g`}
        help={t('editor.help.tags')}
        error={error('tags')}
      >
        <Select
          id={`${id}g`}
          mode="tags"
          aria-label={t('field.tags')}
          value={draft.tags}
          onChange={(next: string[]) =>
            change({ tags: next.map((tag) => tag.trim()).filter(Boolean) })
          }
          options={tags.map((value) => ({ value }))}
          tokenSeparators={[',']}
        />
      </Field>
      <Field
        name="timeoutSeconds"
        label={t('field.timeoutSeconds')}
        id={`${id}s`}
        help={t('editor.help.timeoutSeconds')}
        error={error('timeoutSeconds')}
      >
        <InputNumber
          id={`${id}s`}
          value={draft.timeoutSeconds}
          min={1}
          max={3600}
          precision={0}
          onChange={(timeoutSeconds) => change({ timeoutSeconds })}
        />
      </Field>
    </>
  );
}

const CHOICES = ['unsaid', 'yes', 'no'] as const;
type Choice = (typeof CHOICES)[number];
const choiceOf = (value: boolean | null): Choice =>
  value === null ? 'unsaid' : value ? 'yes' : 'no';
const VALUES: Record<Choice, boolean | null> = { unsaid: null, yes: true, no: false };

function Hints({ draft, change, problems }: FormProps) {
  const { t } = useTranslation('tools');
  const set = (hint: Hint, choice: Choice) =>
    change({ annotations: { ...draft.annotations, [hint]: VALUES[choice] } });
  return HINTS.map((hint) => (
    <Field
      key={hint}
      label={t(`hint.${hint}.label`)}
      help={t(`hint.${hint}.help`)}
      error={messageAt(problems, 'content', 'annotations', hint)}
    >
      <Radio.Group
        aria-label={t(`hint.${hint}.label`)}
        size="small"
        optionType="button"
        buttonStyle="solid"
        value={choiceOf(draft.annotations[hint])}
        onChange={(event) => set(hint, event.target.value as Choice)}
        options={CHOICES.map((value) => ({ value, label: t(`hint.${value}`) }))}
      />
    </Field>
  ));
}
