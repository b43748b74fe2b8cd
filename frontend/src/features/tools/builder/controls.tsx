import { Checkbox, Flex, Input, Typography } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isKept, isNumberText } from '@/json/exact';

type FieldProps = {
  label: string;
  htmlFor?: string;
  error?: string | undefined;
  wide?: boolean;
  children: ReactNode;
};

/** One thing to say about a schema, under its name. */
export function Field({ label, htmlFor, error, wide, children }: FieldProps) {
  return (
    <Flex vertical gap={2} style={wide ? { gridColumn: '1 / -1' } : { minWidth: 0 }}>
      <label htmlFor={htmlFor} style={{ fontSize: 12 }}>
        {label}
      </label>
      {children}
      {error && (
        <Typography.Text type="danger" role="alert" style={{ fontSize: 12 }}>
          {error}
        </Typography.Text>
      )}
    </Flex>
  );
}

export type Reading = { value: string | null } | { error: string };

/**
 * Text that is kept as it is typed, also while it says nothing yet; what it says goes to the document at once.
 * `shown` is what the document says, as this field writes it.
 */
export function useTyped(
  shown: string,
  read: (text: string) => Reading,
  commit: (value: string | null) => void,
) {
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null);
  const isOurs = typed !== null && typed.over === shown;
  const text = isOurs ? typed.text : shown;
  const reading = isOurs ? read(typed.text) : null;
  const type = (next: string) => {
    const now = read(next);
    if ('error' in now) return setTyped({ text: next, over: shown });
    setTyped({ text: next, over: now.value ?? '' });
    commit(now.value);
  };
  return { text, type, error: reading && 'error' in reading ? reading.error : undefined };
}

type TypedProps = {
  label: string;
  shown: string;
  read: (text: string) => Reading;
  commit: (value: string | null) => void;
  readOnly: boolean;
  rows?: number;
  code?: boolean;
  wide?: boolean;
  /** The id of a list of suggestions. */
  list?: string;
};

export function TypedField({ label, shown, read, commit, readOnly, ...look }: TypedProps) {
  const id = useId();
  const { text, type, error } = useTyped(shown, read, commit);
  const shared = {
    id,
    value: text,
    readOnly,
    status: error ? ('error' as const) : undefined,
    spellCheck: !look.code,
    style: look.code ? { fontFamily: 'monospace', fontSize: 12 } : undefined,
    onChange: (event: { target: { value: string } }) => type(event.target.value),
  };
  return (
    <Field label={label} htmlFor={id} error={error} wide={look.wide}>
      {look.rows ? (
        <Input.TextArea {...shared} autoSize={{ minRows: look.rows, maxRows: 14 }} />
      ) : (
        <Input {...shared} list={look.list} />
      )}
    </Field>
  );
}

type FlagProps = {
  label: string;
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
};

export const Flag = ({ label, checked, disabled, onChange }: FlagProps) => (
  <Checkbox
    checked={checked}
    disabled={disabled}
    onChange={(event) => onChange(event.target.checked)}
  >
    {label}
  </Checkbox>
);

/** How the fields read what is typed into them; nothing typed takes the keyword away. */
export function useReaders() {
  const { t } = useTranslation('editor');
  const orNothing = (text: string, read: (trimmed: string) => Reading): Reading =>
    text.trim() === '' ? { value: null } : read(text.trim());
  return {
    text: (text: string): Reading => ({ value: text === '' ? null : text }),
    number: (text: string): Reading =>
      orNothing(text, (number) =>
        isNumberText(number) && isKept(number)
          ? { value: number }
          : { error: t('builder.notNumber') },
      ),
    count: (text: string): Reading =>
      orNothing(text, (number) =>
        /^(?:0|[1-9]\d*)$/.test(number) && isKept(number)
          ? { value: number }
          : { error: t('builder.notCount') },
      ),
  };
}
