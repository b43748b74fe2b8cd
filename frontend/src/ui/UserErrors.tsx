import { Alert, type FormInstance } from 'antd';
import type { UserError } from '@/graph/useAction';

/** What the server refused and why. Renders nothing without errors. */
export function UserErrors({ errors }: { errors: readonly UserError[] }) {
  const [first, ...rest] = errors;
  if (!first) return null;
  if (rest.length === 0)
    return <Alert type="error" showIcon role="alert" title={describe(first)} />;
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={
        <ul style={{ margin: 0, paddingInlineStart: 18 }}>
          {errors.map((error) => (
            <li key={`${error.field?.join('.')} ${error.message}`}>{describe(error)}</li>
          ))}
        </ul>
      }
    />
  );
}

const describe = ({ field, message }: UserError) =>
  field?.length ? `${field.join('.')}: ${message}` : message;

/**
 * Puts errors at the fields of an antd form and returns those that have no field there.
 * `names` maps the last part of an error's path to the form's field where they differ;
 * other parts are looked up as they are, longest path first.
 */
export function showAtFields(
  form: FormInstance,
  errors: readonly UserError[],
  names: Record<string, string> = {},
): UserError[] {
  const byField = new Map<string, string[]>();
  const others: UserError[] = [];
  for (const error of errors) {
    const name = error.field?.map((part) => names[part] ?? part).find((part) => has(form, part));
    if (name) byField.set(name, [...(byField.get(name) ?? []), error.message]);
    else others.push(error);
  }
  form.setFields([...byField].map(([name, messages]) => ({ name, errors: messages })));
  const first = [...byField.keys()][0];
  if (first) form.scrollToField(first, { focus: true });
  return others;
}

const has = (form: FormInstance, name: string) => form.getFieldInstance(name) !== undefined;
