import { Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { put } from '../jsonEdit';
import { childOf } from '../jsonTree';
import { Field, Flag, TypedField, useReaders } from './controls';
import type { DetailProps } from './Details';
import { hasField } from './keywords';
import { outlineOf, scalarAt } from './outline';
import { encodedPointer, setKeyword, setRef, setTypes, TYPES, typesOf } from './schemaEdit';

const FORMATS = [
  'date',
  'date-time',
  'time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uuid',
  'regex',
  'password',
  'textarea',
];

/** Which kinds of value fit: one type, one or null, several, a definition, or anything. */
export function TypeField(props: DetailProps) {
  const { t } = useTranslation('editor');
  const id = useId();
  const { text, tree, node, row, readOnly, mustBeObject, edit } = props;
  const ref = scalarAt(node, '$ref');
  const types = typesOf(node);
  const isRef = typeof ref === 'string';
  if (types === null || (!isRef && childOf(node, '$ref'))) return null;
  const plain = types.filter((type) => type !== 'null');
  const single = types.length === 1 ? types[0] : plain.length === 1 ? plain[0] : undefined;
  const never = node.kind === 'scalar' && node.value === false;
  const value = isRef ? ref : never ? NEVER : types.length === 0 ? ANY : (single ?? SEVERAL);
  const choose = (next: string) => {
    if (next.startsWith('#')) return edit(setRef(text, row.path, next), 'type');
    if (next === NEVER) return;
    if (next === ANY && never) return edit(put(text, row.path, 'true'), 'type');
    const kept = types.includes('null') && next !== 'null' && next !== ANY ? ['null'] : [];
    const wanted =
      next === ANY
        ? []
        : next === SEVERAL
          ? [...new Set([...types, 'string', 'number'])]
          : [next, ...kept];
    edit(setTypes(text, row.path, wanted), 'type');
  };
  const definitions = outlineOf(tree)
    .filter(({ kind, path }) => kind === 'definition' && path !== row.path)
    .map(({ path, name }) => ({ value: `#${encodedPointer(path)}`, label: name }));
  const known = isRef && !definitions.some((each) => each.value === ref);
  const words = [ANY, ...TYPES, SEVERAL, ...(never ? ([NEVER] as const) : [])] as const;
  return (
    <>
      <Field label={t('builder.type')} htmlFor={id}>
        <Select<string>
          id={id}
          aria-label={t('builder.type')}
          value={value}
          disabled={readOnly || (mustBeObject && value === 'object')}
          onChange={choose}
          options={[
            ...words.map((each) => ({ value: each, label: t(`builder.types.${each}`) })),
            ...(known ? [{ value: ref, label: ref }] : []),
            ...(definitions.length > 0
              ? [{ label: t('builder.definitions'), options: definitions }]
              : []),
          ]}
        />
      </Field>
      {value === SEVERAL && <Types {...props} types={types} />}
      {!mustBeObject && single && single !== 'null' && !isRef && (
        <div style={{ alignSelf: 'end', paddingBlockEnd: 4 }}>
          <Flag
            label={t('builder.orNull')}
            checked={types.includes('null')}
            disabled={readOnly}
            onChange={(on) =>
              edit(setTypes(text, row.path, on ? [single, 'null'] : [single]), 'null')
            }
          />
        </div>
      )}
      {node.kind === 'object' && (types.includes('string') || childOf(node, 'format')) && (
        <Format {...props} />
      )}
    </>
  );
}

const ANY = 'any';
const SEVERAL = 'several';
const NEVER = 'never';

function Types({ text, row, readOnly, edit, types }: DetailProps & { types: readonly string[] }) {
  const { t } = useTranslation('editor');
  const id = useId();
  return (
    <Field label={t('builder.severalTypes')} htmlFor={id} wide>
      <Select
        id={id}
        mode="multiple"
        aria-label={t('builder.severalTypes')}
        value={[...types]}
        disabled={readOnly}
        onChange={(next: string[]) => edit(setTypes(text, row.path, next), 'types')}
        options={TYPES.map((each) => ({ value: each, label: t(`builder.types.${each}`) }))}
      />
    </Field>
  );
}

/** A name for a kind of text; those that are known are suggested. */
function Format({ text, node, row, readOnly, edit }: DetailProps) {
  const { t } = useTranslation('editor');
  const { text: read } = useReaders();
  const list = useId();
  if (!hasField(node, 'format')) return null;
  return (
    <>
      <TypedField
        label={t('builder.format')}
        shown={String(scalarAt(node, 'format') ?? '')}
        read={read}
        readOnly={readOnly}
        list={list}
        code
        commit={(value) => {
          const said = value === null ? null : JSON.stringify(value);
          edit(setKeyword(text, row.path, 'format', said), 'format');
        }}
      />
      <datalist id={list}>
        {FORMATS.map((format) => (
          <option key={format} value={format} />
        ))}
      </datalist>
    </>
  );
}
