import { isJsonObject, writeJson } from '@/json/exact';

/** A JSON Schema as people write it: only the keywords that the console draws are named. */
export type JsonSchema = {
  type?: string | string[];
  title?: string;
  description?: string;
  properties?: Record<string, JsonSchema | boolean>;
  required?: string[];
  items?: JsonSchema | boolean;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  $ref?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  [keyword: string]: unknown;
};

/** One line of a schema drawn as a table; `children` are the fields inside it. */
export type SchemaRow = {
  key: string;
  name: string;
  type: string;
  required: boolean;
  description: string;
  rules: string[];
  children?: SchemaRow[];
};

const DEPTH_LIMIT = 12;
const RULES = [
  'format',
  'const',
  'default',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'additionalProperties',
] as const;

export const isSchema = (value: unknown): value is JsonSchema => isJsonObject(value);

/** The type in a few characters: `string`, `number[]`, `string | null`, `Invoice`. */
export function typeName(schema: unknown): string {
  if (!isSchema(schema)) return schema === false ? 'never' : 'any';
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) || schema.$ref;
  const variants = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(variants)) return [...new Set(variants.map(typeName))].join(' | ');
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (schema.type === 'array') return `${typeName(schema.items)}[]`;
  if (typeof schema.type === 'string') return schema.type;
  return isSchema(schema.properties) ? 'object' : 'any';
}

/** The limits a value must keep, in words short enough for a table cell. */
export function rulesOf(schema: JsonSchema): string[] {
  const rules = RULES.filter((name) => schema[name] !== undefined && !isSchema(schema[name])).map(
    (name) => `${name}: ${writeJson(schema[name])}`,
  );
  if (!Array.isArray(schema.enum)) return rules;
  return [schema.enum.map((value) => writeJson(value)).join(' | '), ...rules];
}

const inner = (schema: JsonSchema): JsonSchema | undefined =>
  isSchema(schema.items) ? inner(schema.items) : schema;

/** The fields of a schema as rows of a tree, in the author's order. */
export function schemaRows(schema: unknown, path = '', depth = 0): SchemaRow[] {
  const holder = isSchema(schema) ? inner(schema) : undefined;
  if (!holder || !isSchema(holder.properties) || depth > DEPTH_LIMIT) return [];
  const required = new Set(Array.isArray(holder.required) ? holder.required : []);
  const properties: [string, unknown][] = Object.entries(holder.properties);
  return properties.map(([name, property]) => {
    const key = `${path}/${name}`;
    const field = isSchema(property) ? property : {};
    const children = schemaRows(field, key, depth + 1);
    return {
      key,
      name,
      type: typeName(property),
      required: required.has(name),
      description: [field.title, field.description].filter(Boolean).join(' — '),
      rules: rulesOf(field),
      ...(children.length > 0 ? { children } : {}),
    };
  });
}

export type SchemaChange = {
  path: string;
  kind: 'added' | 'removed' | 'changed';
  before: string;
  after: string;
};

function flatten(rows: SchemaRow[]): Map<string, string> {
  const flat = new Map<string, string>();
  for (const row of rows) {
    const words = [row.type, row.required ? 'required' : '', row.description, ...row.rules];
    flat.set(row.key, words.filter(Boolean).join(', '));
    for (const [key, text] of flatten(row.children ?? [])) flat.set(key, text);
  }
  return flat;
}

/** What a caller of the tool would notice between two schemas, field by field. */
export function schemaChanges(before: unknown, after: unknown): SchemaChange[] {
  const old = flatten(schemaRows(before));
  const now = flatten(schemaRows(after));
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  return paths.flatMap((path): SchemaChange[] => {
    const [a, b] = [old.get(path), now.get(path)];
    if (a === b) return [];
    const kind = a === undefined ? 'added' : b === undefined ? 'removed' : 'changed';
    return [{ path, kind, before: a ?? '', after: b ?? '' }];
  });
}
