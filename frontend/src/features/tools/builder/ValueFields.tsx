import { useTranslation } from 'react-i18next';
import { childOf } from '../jsonTree';
import { type Reading, TypedField } from './controls';
import type { DetailProps } from './Details';
import { setKeyword } from './schemaEdit';
import { choicesOf, enumText, isJson, isPlainText, standing } from './values';

type ValueProps = DetailProps & { keyword: 'default' | 'const' };

/** A value that goes with the schema: as plain text where only texts fit, else as JSON. */
export function ValueField({ text, node, row, readOnly, edit, keyword }: ValueProps) {
  const { t } = useTranslation('editor');
  const said = childOf(node, keyword);
  const plain = isPlainText(node, keyword);
  const set = (value: string | null) => edit(setKeyword(text, row.path, keyword, value), keyword);
  if (plain)
    return (
      <TypedField
        label={t(`builder.${keyword}`)}
        shown={said?.kind === 'scalar' ? String(said.value) : ''}
        read={(next) => ({ value: next === '' ? null : next })}
        readOnly={readOnly}
        commit={(value) => set(value === null ? null : JSON.stringify(value))}
      />
    );
  return (
    <JsonField
      label={t('builder.asJson', { name: t(`builder.${keyword}`) })}
      shown={said ? standing(text, said) : ''}
      readOnly={readOnly}
      commit={set}
    />
  );
}

type JsonFieldProps = {
  label: string;
  shown: string;
  readOnly: boolean;
  wide?: boolean;
  commit: (value: string | null) => void;
};

export function JsonField({ wide, ...props }: JsonFieldProps) {
  const { t } = useTranslation('editor');
  const read = (text: string): Reading => {
    const value = text.trim();
    if (value === '') return { value: null };
    return isJson(value) ? { value } : { error: t('builder.notJson') };
  };
  return <TypedField {...props} read={read} rows={1} code wide={wide} />;
}

/** The only values that fit, one a line. */
export function Choices({ text, node, row, readOnly, edit }: DetailProps) {
  const { t } = useTranslation('editor');
  const said = childOf(node, 'enum');
  const choices = choicesOf(text, node);
  const set = (value: string | null) => edit(setKeyword(text, row.path, 'enum', value), 'enum');
  if (!choices)
    return (
      <JsonField
        label={t('builder.asJson', { name: t('builder.enum') })}
        shown={said ? standing(text, said) : ''}
        readOnly={readOnly}
        commit={set}
        wide
      />
    );
  const lines = (typed: string) =>
    typed
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  return (
    <TypedField
      label={choices.as === 'json' ? t('builder.enumJson') : t('builder.enum')}
      shown={choices.lines.join('\n')}
      read={(typed) => {
        const made = enumText(choices.as, lines(typed));
        if (made === 'invalid') return { error: t('builder.notJsonLine') };
        if (made === 'twice') return { error: t('builder.twice') };
        return { value: lines(typed).join('\n') || null };
      }}
      readOnly={readOnly}
      rows={2}
      code
      wide
      commit={(value) => set(value === null ? null : enumText(choices.as, value.split('\n')))}
    />
  );
}
