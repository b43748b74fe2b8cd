// Keywords whose members are named by the author: the names must not be taken for keywords.
const NAMED = new Set(['properties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
const DATA = new Set(['const', 'enum', 'default', 'examples']);

/**
 * The schema without its regular expressions. A browser's engine backtracks, so one bad pattern would freeze
 * the page; the server checks patterns with an engine that can't, and its answer is shown at the field.
 */
export function withoutPatterns<T>(schema: T): T {
  return strip(schema) as T;
}

function strip(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strip);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept: [string, unknown][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'pattern' && typeof value === 'string') continue;
    // Without its patterns, `patternProperties` allows anything, and so must the rule for the rest.
    if (keyword === 'patternProperties') continue;
    if (keyword === 'additionalProperties' && 'patternProperties' in schema) continue;
    kept.push([keyword, stripMember(keyword, value)]);
  }
  return Object.fromEntries(kept);
}

function stripMember(keyword: string, value: unknown): unknown {
  if (DATA.has(keyword)) return value;
  if (!NAMED.has(keyword) || typeof value !== 'object' || value === null) return strip(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, strip(member)]));
}
