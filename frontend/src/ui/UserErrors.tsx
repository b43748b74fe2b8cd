import { Alert, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import type { UserError } from '@/graph/faults';
import { leadOf, sentence } from './refusal';
import { ServerWords } from './ServerWords';

/**
 * What the server refused and why. Its own words are shown as they are; above them stands what kind of
 * refusal it is, where the reader's language is another. Renders nothing without errors.
 */
export function UserErrors({
  errors,
  action,
}: {
  errors: readonly UserError[];
  action?: ReactNode;
}) {
  const [first, ...rest] = errors;
  if (!first) return null;
  const lead = leadOf(first);
  const said = rest.length === 0 ? <Said error={first} /> : <List errors={errors} />;
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={lead ?? said}
      description={lead && said}
      action={action}
    />
  );
}

const List = ({ errors }: { errors: readonly UserError[] }) => (
  <ul style={{ margin: 0, paddingInlineStart: 18 }}>
    {errors.map((error) => (
      <li key={`${error.field?.join('.')} ${error.message}`}>
        <Said error={error} />
      </li>
    ))}
  </ul>
);

function Said({ error: { field, message, own } }: { error: UserError }) {
  if (own) return message;
  return <ServerWords>{field?.length ? `${field.join('.')}: ${message}` : message}</ServerWords>;
}

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
    if (name) byField.set(name, [...(byField.get(name) ?? []), sentence(error)]);
    else others.push(error);
  }
  form.setFields([...byField].map(([name, messages]) => ({ name, errors: messages })));
  const first = [...byField.keys()][0];
  if (first) form.scrollToField(first, { focus: true });
  return others;
}

const has = (form: FormInstance, name: string) => form.getFieldInstance(name) !== undefined;
