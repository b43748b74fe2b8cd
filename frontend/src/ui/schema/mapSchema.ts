import { isJsonObject } from '@/json/exact';

type Members = Record<string, unknown>;

// Keywords whose members are named by the author: the names must not be taken for keywords.
const NAMED = new Set(['properties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);

/** Keywords whose values are data, not schemas. */
export const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/** A schema in which each schema, from the outermost inwards, is as `change` makes it. */
export function mapSchema(schema: unknown, change: (schema: Members) => Members): unknown {
  if (Array.isArray(schema)) return schema.map((each) => mapSchema(each, change));
  if (!isJsonObject(schema)) return schema;
  return mapMembers(change(schema), (keyword, value) => {
    if (DATA.has(keyword)) return value;
    return NAMED.has(keyword) && isJsonObject(value)
      ? mapMembers(value, (_, member) => mapSchema(member, change))
      : mapSchema(value, change);
  });
}

/** An object with other values. */
export const mapMembers = (value: Members, change: (key: string, member: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(key, member)]));
