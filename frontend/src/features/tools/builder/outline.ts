import { pathKey } from '../jsonText';
import { childOf, type JsonNode, type JsonObject, memberOf, type Path } from '../jsonTree';
import { typeName } from '../schema';

/** What a schema is to the one it stands in. */
export type RowKind = 'root' | 'property' | 'items' | 'additional' | 'definition';

/** One schema inside the document. `key` is its path as a JSON pointer. */
export type Row = {
  key: string;
  path: Path;
  kind: RowKind;
  name: string;
  depth: number;
  type: string;
  required: boolean;
  secret: boolean;
  /** Its place among its neighbours, where that is for the author to choose. */
  index: number;
  count: number;
  branches: boolean;
};

export const DEFINITIONS = ['$defs', 'definitions'] as const;

export const isSchemaNode = (node: JsonNode | undefined): node is JsonNode =>
  node?.kind === 'object' || (node?.kind === 'scalar' && typeof node.value === 'boolean');

/** What is written, as plain values: for looking at, not for writing back. */
export function plain(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.items.map(plain);
  return Object.fromEntries(node.members.map(({ name, value }) => [name, plain(value)]));
}

export const scalarAt = (node: JsonNode | undefined, name: string): unknown => {
  const value = childOf(node, name);
  return value?.kind === 'scalar' ? value.value : undefined;
};

/** A type that is said counts for more than what its variants say. */
function typeOf(node: JsonNode): string {
  const schema = plain(node);
  const isSaid = childOf(node, 'type') !== undefined;
  return typeName(isSaid ? { ...(schema as object), anyOf: undefined, oneOf: undefined } : schema);
}

/** The texts of a list of texts; null where it is anything else. */
export function textsOf(node: JsonNode | undefined): string[] | null {
  if (node?.kind !== 'array') return null;
  const values = node.items.map((item) => (item.kind === 'scalar' ? item.value : null));
  return values.every((value) => typeof value === 'string') ? values : null;
}

export const isSecret = (node: JsonNode): boolean =>
  scalarAt(node, 'writeOnly') === true || scalarAt(node, 'format') === 'password';

type Place = Pick<Row, 'path' | 'kind' | 'name' | 'depth' | 'required' | 'index' | 'count'>;

/** Every schema of the document that has a place in the builder, as it stands there. */
export function outlineOf(tree: JsonNode): Row[] {
  const root: Place = {
    path: [],
    kind: 'root',
    name: '',
    depth: 0,
    required: false,
    index: 0,
    count: 1,
  };
  return [...rowsOf(tree, root)];
}

function* rowsOf(node: JsonNode, place: Place): Generator<Row> {
  const inside = [...placesIn(node, place)];
  yield {
    ...place,
    key: pathKey(place.path),
    type: typeOf(node),
    secret: isSecret(node),
    branches: inside.length > 0,
  };
  for (const [child, at] of inside) yield* rowsOf(child, at);
}

function* placesIn(node: JsonNode, { path, depth }: Place): Generator<[JsonNode, Place]> {
  if (node.kind !== 'object') return;
  const required = new Set(textsOf(childOf(node, 'required')));
  const below = { depth: depth + 1, required: false, index: 0, count: 1 };
  yield* named(node, 'properties', 'property', { ...below, path }, required);
  for (const [keyword, kind] of SINGLE) {
    const child = childOf(node, keyword);
    const drawn =
      keyword === 'additionalProperties' ? child?.kind === 'object' : isSchemaNode(child);
    if (child && drawn) yield [child, { ...below, kind, name: '', path: [...path, keyword] }];
  }
  for (const keyword of DEFINITIONS) yield* named(node, keyword, 'definition', { ...below, path });
}

const SINGLE = [
  ['items', 'items'],
  ['additionalProperties', 'additional'],
] as const;

type Below = Pick<Place, 'depth' | 'required' | 'index' | 'count' | 'path'>;

function* named(
  node: JsonObject,
  keyword: string,
  kind: RowKind,
  { path, ...below }: Below,
  required: ReadonlySet<string> = new Set(),
): Generator<[JsonNode, Place]> {
  const holder = memberOf(node, keyword)?.value;
  if (holder?.kind !== 'object') return;
  const count = holder.members.length;
  for (const [index, { name, value }] of holder.members.entries()) {
    if (!isSchemaNode(value)) continue;
    const at = { ...below, kind, name, index, count, required: required.has(name) };
    yield [value, { ...at, path: [...path, keyword, name] }];
  }
}

/** The row at a path, or the nearest one around it. */
export function rowAt(rows: readonly Row[], path: Path): Row | undefined {
  const keys = new Map(rows.map((row) => [row.key, row]));
  for (let length = path.length; length >= 0; length--) {
    const row = keys.get(pathKey(path.slice(0, length)));
    if (row) return row;
  }
  return undefined;
}

/** The rows that are not inside a folded one. */
export function visibleRows(rows: readonly Row[], folded: ReadonlySet<string>): Row[] {
  const isInside = (row: Row, key: string) => row.key.startsWith(`${key}/`);
  return rows.filter((row) => ![...folded].some((key) => isInside(row, key)));
}

/** Every `$ref` that leads to a path or into it. */
export function* refsTo(node: JsonNode, path: Path, at: Path = []): Generator<[Path, string]> {
  if (node.kind === 'array')
    for (const [index, item] of node.items.entries()) yield* refsTo(item, path, [...at, index]);
  if (node.kind !== 'object') return;
  const target = `#${pathKey(path)}`;
  for (const { name, value } of node.members) {
    if (name === '$ref' && value.kind === 'scalar' && typeof value.value === 'string') {
      const ref = decodedRef(value.value);
      if (ref === target || ref.startsWith(`${target}/`)) yield [[...at, name], ref];
    } else yield* refsTo(value, path, [...at, name]);
  }
}

function decodedRef(ref: string): string {
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}
