import { isJsonObject } from '@/json/exact';
import { isSchema, type JsonSchema } from './schema';

export type Cleaned = { value: unknown; dropped: string[] };

const VARIANTS = ['allOf', 'anyOf', 'oneOf'] as const;
const BRANCHES = ['then', 'else', 'if', 'not'] as const;
const MOST = 60;

/** A value without the fields that any part of its schema calls secret, and where those were (`login.password`). */
export function withoutSecrets(schema: unknown, value: unknown): Cleaned {
  const dropped: string[] = [];
  const root = isSchema(schema) ? schema : {};
  return { value: clean(facesOf(schema, root), value, [], { root, dropped }), dropped };
}

type Context = { root: JsonSchema; dropped: string[] };

function clean(faces: JsonSchema[], value: unknown, path: string[], context: Context): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => inner(faces, item, index, path, context));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => {
    const secret = below(faces, name, context.root).some(isSecret);
    if (secret) context.dropped.push([...path, name].join('.'));
    return !secret;
  });
  return Object.fromEntries(
    kept.map(([name, member]) => [
      name,
      clean(below(faces, name, context.root), member, [...path, name], context),
    ]),
  );
}

function inner(
  faces: JsonSchema[],
  item: unknown,
  index: number,
  path: string[],
  context: Context,
) {
  const place = [...path, String(index)];
  const found = entries(faces, index, context.root);
  if (!found.some(isSecret)) return clean(found, item, place, context);
  context.dropped.push(place.join('.'));
  return null;
}

const isSecret = (schema: JsonSchema) => schema.writeOnly === true || schema.format === 'password';

/** The schemas that speak of a member. */
const below = (faces: JsonSchema[], name: string, root: JsonSchema): JsonSchema[] =>
  faces.flatMap((face) => {
    const named = isSchema(face.properties) && Object.hasOwn(face.properties, name);
    const patterns = isSchema(face.patternProperties) ? Object.values(face.patternProperties) : [];
    const rest = named
      ? (face.properties as Record<string, unknown>)[name]
      : face.additionalProperties;
    return [rest, ...patterns].flatMap((each) => facesOf(each, root));
  });

const entries = (faces: JsonSchema[], index: number, root: JsonSchema): JsonSchema[] =>
  faces.flatMap(({ items, prefixItems, additionalItems }) => {
    const places = [items, prefixItems].filter(Array.isArray).map((list: unknown[]) => list[index]);
    return [items, additionalItems, ...places].flatMap((each) => facesOf(each, root));
  });

/** A schema with all that it refers to or combines: which of its variants holds is not asked. */
function facesOf(schema: unknown, root: JsonSchema): JsonSchema[] {
  const found = new Set<JsonSchema>();
  const pending = [schema];
  while (pending.length > 0 && found.size < MOST) {
    const next = pending.pop();
    if (!isSchema(next) || found.has(next)) continue;
    found.add(next);
    for (const keyword of VARIANTS)
      if (Array.isArray(next[keyword])) pending.push(...next[keyword]);
    for (const keyword of BRANCHES) pending.push(next[keyword]);
    if (typeof next.$ref === 'string') pending.push(resolved(next.$ref, root));
  }
  return [...found];
}

function resolved(ref: string, root: JsonSchema): unknown {
  if (!ref.startsWith('#')) return undefined;
  const steps = decodeURIComponent(ref.slice(1)).split('/').slice(1);
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, step) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, step)
          ? (at as Record<string, unknown>)[step]
          : undefined,
      root,
    );
}
