import { SchemaExamples } from '@rjsf/core';
import { ariaDescribedByIds, examplesId, type WidgetProps } from '@rjsf/utils';
import { InputNumber } from 'antd';
import { isNumberText } from '@/json/exact';
import { shownInForm, typedInForm } from './formNumbers';

/** What the field reads as a number by itself although JSON does not write it so: `5.`, `.5`, `007`. */
const READABLE = /^\s*-?(?:\d+\.?\d*|\.\d+)\s*$/;

/**
 * A number with all its digits. Limits are checked when the form is sent, not by changing what was typed; what is no
 * number stays as it was typed and is refused then, with the reason beside it.
 */
export function NumberWidget(props: WidgetProps) {
  const { id, htmlName, value, schema, options, placeholder, required, disabled, readonly } = props;
  const write = (text: string | null) =>
    props.onChange(text === null || text === '' ? options.emptyValue : typedInForm(text));
  const type = (text: string) => {
    // What else is readable has been told to onChange by now.
    if (isNumberText(text.trim()) || !READABLE.test(text)) write(text);
  };
  const step = schema.multipleOf ?? (schema.type === 'integer' ? 1 : undefined);
  return (
    <>
      <InputNumber<string>
        stringMode
        id={id}
        name={htmlName || id}
        value={value === undefined || value === null ? null : shownInForm(value)}
        onChange={write}
        onInput={type}
        onBlur={() => props.onBlur(id, value)}
        onFocus={() => props.onFocus(id, value)}
        step={step}
        placeholder={placeholder}
        required={required}
        disabled={disabled || readonly}
        changeOnWheel={false}
        style={{ width: '100%' }}
        list={schema.examples ? examplesId(id) : undefined}
        aria-describedby={ariaDescribedByIds(id, Boolean(schema.examples))}
      />
      <SchemaExamples id={id} schema={schema} />
    </>
  );
}
