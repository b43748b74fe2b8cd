import {
  insertItem,
  insertMember,
  move,
  placeOf,
  put,
  rename,
  take,
  treeOf,
  written,
} from '../jsonEdit';
import { pathKey } from '../jsonText';
import { childOf, type JsonNode, nodeAt, type Path } from '../jsonTree';
import { DEFINITIONS, refsTo, scalarAt, textsOf } from './outline';

/**
 * Edits of a JSON Schema's text. Each says what it changes and changes no more: what the builder has no field
 * for, the order of everything and the text of numbers stay as they are.
 */

export type Edited = { text: string; path: Path };

export const TYPES = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'] as const;

/** Whether fields can be added: not to what can't be an object, nor where `properties` is something else. */
export function takesFields(node: JsonNode | undefined): boolean {
  if (!node || node.kind === 'array' || (node.kind === 'scalar' && node.value !== true))
    return false;
  const types = typesOf(node);
  const open = types !== null && (types.length === 0 || types.includes('object'));
  const properties = childOf(node, 'properties');
  return properties ? properties.kind === 'object' : open && !childOf(node, '$ref');
}

const NEW_FIELD = { type: 'string' };

/** A name that nothing in `taken` has: `field`, `field_2` … */
export function freeName(taken: readonly string[], wish: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wish : `${wish}_${number}`;
    if (!taken.includes(name)) return name;
  }
}

export function namesIn(text: string, path: Path): string[] {
  const node = nodeAt(treeOf(text), path);
  return node?.kind === 'object' ? node.members.map(({ name }) => name) : [];
}

/** The schema at `path` as an object, so that it can take keywords: `true` says no more than `{}`. */
function opened(text: string, path: Path): string {
  return nodeAt(treeOf(text), path)?.kind === 'scalar' ? put(text, path, '{}') : text;
}

/** A keyword's JSON text; null takes it away. */
export function setKeyword(
  text: string,
  path: Path,
  keyword: string,
  value: string | null,
): string {
  const place = [...path, keyword];
  if (value !== null) return put(opened(text, path), place, value);
  return nodeAt(treeOf(text), place) ? take(text, place) : text;
}

/** A new field of the object at `holder`, at the end or at a place. */
export function addProperty(text: string, holder: Path, index?: number): Edited {
  return addNamed(opened(text, holder), [...holder, 'properties'], 'field', index);
}

/** A new definition at the top, beside those there are. */
export function addDefinition(text: string): Edited {
  const tree = treeOf(text);
  const keyword = DEFINITIONS.find((each) => childOf(tree, each)?.kind === 'object') ?? '$defs';
  return addNamed(opened(text, []), [keyword], 'definition');
}

function addNamed(text: string, holder: Path, wish: string, index?: number): Edited {
  const ready = nodeAt(treeOf(text), holder) ? text : put(text, holder, '{}');
  const name = freeName(namesIn(ready, holder), wish);
  const value = written(NEW_FIELD);
  return { text: insertMember(ready, holder, name, value, index), path: [...holder, name] };
}

const requiredOf = (tree: JsonNode, path: Path) => {
  const place = [...path.slice(0, -2), 'required'];
  return { place, names: textsOf(nodeAt(tree, place)) };
};

const isProperty = (path: Path) => path.at(-2) === 'properties';

/** Another name for a field or a definition; what speaks of it by name or by `$ref` follows. */
export function renameSchema(text: string, path: Path, name: string): Edited {
  const next = [...path.slice(0, -1), name];
  let edited = text;
  for (const [place, ref] of refsTo(treeOf(text), path)) {
    const rest = ref.slice(`#${pathKey(path)}`.length);
    edited = put(edited, place, JSON.stringify(`#${encodedPointer(next)}${encodeURI(rest)}`));
  }
  const { place, names } = requiredOf(treeOf(edited), path);
  const index = isProperty(path) ? (names?.indexOf(String(path.at(-1))) ?? -1) : -1;
  if (index >= 0) edited = put(edited, [...place, index], JSON.stringify(name));
  return { text: rename(edited, path, name), path: next };
}

export const encodedPointer = (path: Path): string => encodeURI(pathKey(path));

export function removeSchema(text: string, path: Path): string {
  return take(isProperty(path) ? setRequired(text, path, false) : text, path);
}

/** One place up (-1) or down (1). */
export function moveSchema(text: string, path: Path, by: number): string {
  const holder = nodeAt(treeOf(text), path.slice(0, -1));
  return holder ? move(text, path, placeOf(holder, path.at(-1)) + by) : text;
}

export function setRequired(text: string, path: Path, required: boolean): string {
  const tree = treeOf(text);
  const { place, names } = requiredOf(tree, path);
  const name = String(path.at(-1));
  const index = names?.indexOf(name) ?? -1;
  if (required === index >= 0) return text;
  if (!names) return nodeAt(tree, place) ? text : put(text, place, written([name]));
  if (required) return insertItem(text, place, JSON.stringify(name));
  return names.length === 1 ? take(text, place) : take(text, [...place, index]);
}

/** What `type` says, always as a list; null where it says nothing that can be read. */
export function typesOf(node: JsonNode | undefined): string[] | null {
  const type = childOf(node, 'type');
  if (!type) return [];
  if (type.kind === 'scalar') return typeof type.value === 'string' ? [type.value] : null;
  return textsOf(type);
}

/** No types: anything goes. A list stays a list where it was one. */
export function setTypes(text: string, path: Path, types: readonly string[]): string {
  const wasList = nodeAt(treeOf(text), [...path, 'type'])?.kind === 'array';
  const plain = setKeyword(text, path, '$ref', null);
  if (types.length === 0) return setKeyword(opened(plain, path), path, 'type', null);
  const value = types.length === 1 && !wasList ? types[0] : types;
  const typed = setKeyword(plain, path, 'type', JSON.stringify(value));
  const items = nodeAt(treeOf(typed), [...path, 'items']);
  return types.includes('array') && !items ? setKeyword(typed, path, 'items', '{}') : typed;
}

/** Says that the value is what a definition says, instead of naming a type. */
export function setRef(text: string, path: Path, ref: string): string {
  const untyped = setKeyword(opened(text, path), path, 'type', null);
  return setKeyword(untyped, path, '$ref', JSON.stringify(ref));
}

/** A secret is redacted wherever the input is kept; a text is also typed unseen. */
export function setSecret(text: string, path: Path, secret: boolean): string {
  const node = nodeAt(treeOf(text), path);
  const format = scalarAt(node, 'format');
  if (!secret) {
    const open = setKeyword(text, path, 'writeOnly', null);
    return format === 'password' ? setKeyword(open, path, 'format', null) : open;
  }
  const marked = setKeyword(text, path, 'writeOnly', 'true');
  const isText = typesOf(node)?.includes('string') && format === undefined;
  return isText ? setKeyword(marked, path, 'format', '"password"') : marked;
}
