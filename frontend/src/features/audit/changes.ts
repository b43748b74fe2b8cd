import { isJsonObject, writeJson } from '@/json/exact';

export type Change = { field: string; before: unknown; after: unknown };

const fieldsOf = (value: unknown) => (isJsonObject(value) ? value : {});

/** Only what differs between the two, field by field; undefined where a side does not have the field. */
export function changesBetween(before: unknown, after: unknown): Change[] {
  const old = fieldsOf(before);
  const now = fieldsOf(after);
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => writeJson(old[field]) !== writeJson(now[field]))
    .map((field) => ({ field, before: old[field], after: now[field] }));
}
