import { PlusOutlined } from '@ant-design/icons';
import { Theme } from '@rjsf/antd';
import { withTheme } from '@rjsf/core';
import {
  type ErrorSchema,
  getTemplate,
  type IconButtonProps,
  type RJSFSchema,
  type WidgetProps,
} from '@rjsf/utils';
import { Button } from 'antd';
import { type ComponentType, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserError } from '@/graph/useAction';
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
      <ThemedSelect {...props} />
    </>
  );
}

const LONG = 200;

/** A text that may have many characters or lines gets the room for them. */
function TextWidget(props: WidgetProps) {
  const { schema, options, registry, value } = props;
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
  widgets: { ...Theme.widgets, SelectWidget, TextWidget },
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
  const extraErrors = useMemo(() => (errors?.length ? toErrorSchema(errors) : undefined), [errors]);
  return (
    <Form
      // The tool's own title and description stand above the form already.
      uiSchema={{ 'ui:options': { label: false } }}
      formContext={{ labelAlign: 'left', colon: false }}
      schema={schema as RJSFSchema}
      validator={validator}
      formData={value}
      extraErrors={extraErrors}
      onChange={(event) => onChange(event.formData)}
      onSubmit={(event) => onSubmit(event.formData)}
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
