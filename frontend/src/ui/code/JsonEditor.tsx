import { Typography } from 'antd';
import type { TFunction } from 'i18next';
import { useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isExact, isJsonObject, isKept, readJson, writeJson } from '@/json/exact';
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

type Parsed = { value: unknown; problem?: undefined } | { problem: string };

function read(text: string, t: TFunction): Parsed {
  try {
    const value = readJson(text);
    const number = tooLargeIn(value);
    return number ? { problem: t('json.tooLarge', { number }) } : { value };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { problem: t('json.invalid', { message }) };
  }
}

const LONGEST_SHOWN = 40;

/** A number in a value that the server does not take, as far as it is shown. */
function tooLargeIn(value: unknown): string | undefined {
  if (isExact(value)) return isKept(value.text) ? undefined : value.text.slice(0, LONGEST_SHOWN);
  if (!Array.isArray(value) && !isJsonObject(value)) return undefined;
  return Object.values(value).map(tooLargeIn).find(Boolean);
}

const jsonText = (value: unknown) => writeJson(value, '  ');

const same = (a: unknown, b: unknown) => writeJson(a) === writeJson(b);

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
  const parsed = useMemo(() => read(text, t), [text, t]);
  const [shown, setShown] = useState(value);
  const problemId = useId();
  if (!same(value, shown)) {
    setShown(value);
    if (parsed.problem !== undefined || !same(parsed.value, value)) setText(jsonText(value));
  }
  const isValid = parsed.problem === undefined;
  useEffect(() => onValidity?.(isValid), [onValidity, isValid]);

  const edit = (next: string) => {
    setText(next);
    const result = read(next, t);
    if (result.problem !== undefined) return;
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
        {!isValid && <Typography.Text type="danger">{parsed.problem}</Typography.Text>}
      </div>
    </div>
  );
}
