import { Theme } from '@rjsf/antd';
import { withTheme } from '@rjsf/core';
import type { ErrorSchema, RJSFSchema, WidgetProps } from '@rjsf/utils';
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

const Form = withTheme<unknown, RJSFSchema>({
  ...Theme,
  widgets: { ...Theme.widgets, SelectWidget },
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
