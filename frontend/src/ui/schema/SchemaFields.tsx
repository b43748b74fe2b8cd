import { PlusOutlined } from '@ant-design/icons';
import { Theme } from '@rjsf/antd';
import { withTheme } from '@rjsf/core';
import {
  type ErrorSchema,
  type FieldProps,
  getTemplate,
  type IconButtonProps,
  type RJSFSchema,
  type WidgetProps,
} from '@rjsf/utils';
import { Button } from 'antd';
import { type ComponentType, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserError } from '@/graph/faults';
import { fromForm, isMarked, schemaInForm, shownInForm, toForm } from './formNumbers';
import { NumberWidget } from './NumberWidget';
import type { SchemaFormProps } from './SchemaForm';
import { validator } from './validator';

const ThemedSelect = Theme.widgets?.SelectWidget as ComponentType<WidgetProps>;

/** The chooser of a oneOf/anyOf comes without a label; every select gets one. */
function SelectWidget(props: WidgetProps) {
  const { t } = useTranslation();
  return (
    <>
      {props.id.endsWith('_select') && (
        <label htmlFor={props.id} className="sr-only">
          {props.label || t('form.variant')}
        </label>
      )}
      <ThemedSelect {...props} options={readable(props.options)} />
    </>
  );
}

const ThemedCheckboxes = Theme.widgets?.CheckboxesWidget as ComponentType<WidgetProps>;

const CheckboxesWidget = (props: WidgetProps) => (
  <ThemedCheckboxes {...props} options={readable(props.options)} />
);

/** Choices as people read them. */
function readable(options: WidgetProps['options']): WidgetProps['options'] {
  const enumOptions = options.enumOptions?.map((option) => ({
    ...option,
    label: shownInForm(option.label),
  }));
  return { ...options, enumOptions };
}

/** The widget gives the value that is meant: nothing is left to be made of it. */
function NumberField(props: FieldProps) {
  const StringField = props.registry.fields.StringField as ComponentType<FieldProps>;
  return <StringField {...props} />;
}

const LONG = 200;

/** A text that may have many characters or lines gets the room for them. */
function TextWidget(props: WidgetProps) {
  const { schema, options, registry, value } = props;
  if (isMarked(value) || schema.type === 'number' || schema.type === 'integer')
    return <NumberWidget {...props} />;
  const mayBeLong =
    (schema.maxLength ?? 0) > LONG ||
    [value, schema.default].some((each) => /\n/.test(String(each)));
  const Template = getTemplate('BaseInputTemplate', registry, options);
  // A password or a date has its own kind of input.
  const isPlain = !schema.format && !options.inputType;
  return mayBeLong && isPlain ? <ThemedTextarea {...props} /> : <Template {...props} />;
}

const ThemedTextarea = Theme.widgets?.TextareaWidget as ComponentType<WidgetProps>;

/** A plus sign alone says little to those who meet it first. */
function AddButton({ id, disabled, onClick, className }: IconButtonProps) {
  const { t } = useTranslation('editor');
  return (
    <Button
      id={id}
      className={className}
      disabled={disabled}
      onClick={onClick}
      icon={<PlusOutlined aria-hidden />}
    >
      {t('form.addEntry')}
    </Button>
  );
}

const Form = withTheme<unknown, RJSFSchema>({
  ...Theme,
  fields: { ...Theme.fields, NumberField },
  widgets: { ...Theme.widgets, SelectWidget, CheckboxesWidget, TextWidget },
  templates: {
    ...Theme.templates,
    ButtonTemplates: { ...Theme.templates?.ButtonTemplates, AddButton },
  },
} as Parameters<typeof withTheme<unknown, RJSFSchema>>[0]);

function toErrorSchema(errors: readonly UserError[]): ErrorSchema<unknown> {
  const root: Record<string, unknown> = {};
  for (const { field, message } of errors) {
    let at = root;
    for (const part of field ?? []) {
      at[part] ??= {};
      at = at[part] as Record<string, unknown>;
    }
    at.__errors = [...((at.__errors as string[]) ?? []), message];
  }
  return root as ErrorSchema<unknown>;
}

export default function SchemaFields({
  schema,
  value,
  onChange,
  onSubmit,
  actions,
  errors,
  disabled,
}: SchemaFormProps) {
  const formSchema = useMemo(() => schemaInForm(schema), [schema]);
  const formData = useMemo(() => toForm(value), [value]);
  const extraErrors = useMemo(() => (errors?.length ? toErrorSchema(errors) : undefined), [errors]);
  return (
    <Form
      // The tool's own title and description stand above the form already.
      uiSchema={{ 'ui:options': { label: false } }}
      formContext={{ labelAlign: 'left', colon: false }}
      schema={formSchema as RJSFSchema}
      validator={validator}
      formData={formData}
      extraErrors={extraErrors}
      onChange={(event) => onChange(fromForm(event.formData))}
      onSubmit={(event) => onSubmit(fromForm(event.formData))}
      onError={() => undefined}
      focusOnFirstError
      showErrorList={false}
      noHtml5Validate
      disabled={disabled}
    >
      {actions}
    </Form>
  );
}
