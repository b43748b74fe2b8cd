import { Typography } from 'antd';
import { useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from './CodeEditor';

type Props = {
  value: unknown;
  /** Called with the value whenever the text is valid JSON. */
  onChange?: (value: unknown) => void;
  /** Told whether the text as it stands is valid JSON, so that a form can refuse to save. */
  onValidity?: (valid: boolean) => void;
  label: string;
  height?: number | string;
  readOnly?: boolean;
  /** Complete and check the value against this JSON Schema. */
  schema?: unknown;
};

type Parsed = { ok: true; value: unknown } | { ok: false; message: string };

export function parseJsonText(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

export const jsonText = (value: unknown) => JSON.stringify(value, null, 2) ?? '';

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * A JSON value as text. Half-typed text stays as typed and is reported under the editor;
 * the text is only replaced when `value` changes to something that it doesn't say.
 */
export function JsonEditor({
  value,
  onChange,
  onValidity,
  label,
  height = 280,
  readOnly,
  schema,
}: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => jsonText(value));
  const parsed = useMemo(() => parseJsonText(text), [text]);
  const [shown, setShown] = useState(value);
  const problemId = useId();
  if (!same(value, shown)) {
    setShown(value);
    if (!parsed.ok || !same(parsed.value, value)) setText(jsonText(value));
  }
  useEffect(() => onValidity?.(parsed.ok), [onValidity, parsed.ok]);

  const edit = (next: string) => {
    setText(next);
    const result = parseJsonText(next);
    if (!result.ok) return;
    setShown(result.value);
    onChange?.(result.value);
  };
  return (
    <div>
      <CodeEditor
        language="json"
        label={label}
        value={text}
        onChange={edit}
        height={height}
        readOnly={readOnly}
        schema={schema}
      />
      <div id={problemId} role="status">
        {!parsed.ok && (
          <Typography.Text type="danger">
            {t('json.invalid', { message: parsed.message })}
          </Typography.Text>
        )}
      </div>
    </div>
  );
}
