import { Flex, Select, Typography } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ServerWords } from '@/ui/ServerWords';
import { textOf } from '../jsonEdit';
import { childOf, type JsonNode, nodeAt, type Path } from '../jsonTree';
import type { Problem } from '../problems';
import { Field, Flag, TypedField, useReaders } from './controls';
import { hasField, limitsOf } from './keywords';
import { OtherKeywords } from './OtherKeywords';
import { isSecret, type Row, scalarAt } from './outline';
import { namesIn, renameSchema, setKeyword, setRequired, setSecret } from './schemaEdit';
import { TypeField } from './TypeField';
import { Choices, ValueField } from './ValueFields';

export type Edit = (text: string, about: string, path?: Path) => void;

export type DetailProps = {
  text: string;
  tree: JsonNode;
  node: JsonNode;
  row: Row;
  readOnly: boolean;
  /** What a tool takes is its fields by name, so its input is an object whatever happens. */
  mustBeObject: boolean;
  /** `about` joins edits of one thing into one step of the history; `path` is where the schema is then. */
  edit: Edit;
};

const GRID = {
  display: 'grid',
  gap: 10,
  gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
} as const;

/** All that can be said of one schema of the document. */
export function Details({ problems, ...props }: DetailProps & { problems: readonly Problem[] }) {
  const { row, node, mustBeObject } = props;
  const says = node.kind === 'object';
  const isValue = says && !mustBeObject;
  return (
    <Flex vertical gap={12}>
      {problems.map(({ message }) => (
        <Typography.Text key={message} type="danger">
          <ServerWords>{message}</ServerWords>
        </Typography.Text>
      ))}
      <div style={GRID}>
        {(row.kind === 'property' || row.kind === 'definition') && <NameField {...props} />}
        <TypeField {...props} />
      </div>
      <Flags {...props} />
      <div style={GRID}>
        <Words {...props} />
        {says && <Limits {...props} />}
        {isValue && <ValueField {...props} keyword="default" />}
        {isValue && <Choices {...props} />}
        {isValue && <ValueField {...props} keyword="const" />}
        {says && <OtherFields {...props} />}
      </div>
      {says && <OtherKeywords {...props} />}
    </Flex>
  );
}

function NameField({ text, row, readOnly, edit }: DetailProps) {
  const { t } = useTranslation('editor');
  const { path, name } = row;
  const taken = namesIn(text, path.slice(0, -1));
  return (
    <TypedField
      label={t('builder.name')}
      shown={name}
      readOnly={readOnly}
      code
      read={(next) => {
        if (next === '') return { error: t('builder.nameEmpty') };
        const isTaken = next !== name && taken.includes(next);
        return isTaken ? { error: t('builder.nameTaken', { name: next }) } : { value: next };
      }}
      commit={(next) => {
        const renamed = renameSchema(text, path, next ?? '');
        edit(renamed.text, 'name', renamed.path);
      }}
    />
  );
}

function Flags({ text, tree, node, row, readOnly, edit }: DetailProps) {
  const { t } = useTranslation('editor');
  if (node.kind !== 'object' && row.kind !== 'property') return null;
  const required = nodeAt(tree, [...row.path.slice(0, -2), 'required']);
  const canRequire = row.kind === 'property' && (!required || required.kind === 'array');
  const secret = row.kind !== 'root' && node.kind === 'object';
  return (
    <Flex gap={16} wrap>
      {canRequire && (
        <Flag
          label={t('builder.required')}
          checked={row.required}
          disabled={readOnly}
          onChange={(on) => edit(setRequired(text, row.path, on), 'required')}
        />
      )}
      {secret && (
        <Flag
          label={t('builder.secret')}
          checked={isSecret(node)}
          disabled={readOnly}
          onChange={(on) => edit(setSecret(text, row.path, on), 'secret')}
        />
      )}
    </Flex>
  );
}

function Words({ text, node, row, readOnly, edit }: DetailProps) {
  const { t } = useTranslation('editor');
  const { text: read } = useReaders();
  if (node.kind !== 'object') return null;
  const field = (keyword: 'title' | 'description', rows?: number) =>
    hasField(node, keyword) && (
      <TypedField
        label={t(`builder.${keyword}`)}
        shown={String(scalarAt(node, keyword) ?? '')}
        read={read}
        readOnly={readOnly}
        rows={rows}
        wide
        commit={(value) => {
          const said = value === null ? null : JSON.stringify(value);
          edit(setKeyword(text, row.path, keyword, said), keyword);
        }}
      />
    );
  return (
    <>
      {field('title')}
      {field('description', 2)}
    </>
  );
}

function Limits({ text, node, row, readOnly, edit }: DetailProps) {
  const { t } = useTranslation('editor');
  const readers = useReaders();
  return limitsOf(node).map(([keyword, shape]) => {
    const said = childOf(node, keyword);
    const set = (value: string | null) => edit(setKeyword(text, row.path, keyword, value), keyword);
    const label = t(`builder.limit.${keyword}` as 'builder.limit.minimum');
    if (shape === 'flag')
      return (
        <Flex key={keyword} align="end">
          <Flag
            label={label}
            checked={scalarAt(node, keyword) === true}
            disabled={readOnly}
            onChange={(on) => set(on ? 'true' : null)}
          />
        </Flex>
      );
    const isText = shape === 'text';
    const written = said ? textOf(text, said) : '';
    return (
      <TypedField
        key={keyword}
        label={label}
        shown={isText ? String(scalarAt(node, keyword) ?? '') : written}
        read={isText ? readers.text : shape === 'count' ? readers.count : readers.number}
        readOnly={readOnly}
        code
        commit={(value) => set(isText && value !== null ? JSON.stringify(value) : value)}
      />
    );
  });
}

const OTHERS = ['unsaid', 'allowed', 'refused', 'schema'] as const;
type Others = (typeof OTHERS)[number];
const OTHERS_TEXT: Record<Others, string | null> = {
  unsaid: null,
  allowed: 'true',
  refused: 'false',
  schema: '{}',
};

/** What becomes of fields that have no schema of their own. */
function OtherFields({ text, node, row, readOnly, edit }: DetailProps) {
  const { t } = useTranslation('editor');
  const id = useId();
  const said = childOf(node, 'additionalProperties');
  const isObject = row.type.includes('object') || childOf(node, 'properties') || said;
  if (!isObject || said?.kind === 'array') return null;
  if (said?.kind === 'scalar' && typeof said.value !== 'boolean') return null;
  const value: Others = !said
    ? 'unsaid'
    : said.kind === 'object'
      ? 'schema'
      : said.value
        ? 'allowed'
        : 'refused';
  return (
    <Field label={t('builder.others.label')} htmlFor={id}>
      <Select
        id={id}
        aria-label={t('builder.others.label')}
        value={value}
        disabled={readOnly}
        onChange={(next) =>
          edit(setKeyword(text, row.path, 'additionalProperties', OTHERS_TEXT[next]), 'others')
        }
        options={OTHERS.map((each) => ({ value: each, label: t(`builder.others.${each}`) }))}
      />
    </Field>
  );
}
