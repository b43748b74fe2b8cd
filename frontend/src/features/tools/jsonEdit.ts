import { writeJson } from '@/json/exact';
import {
  childOf,
  type JsonNode,
  type Member,
  nodeAt,
  type Path,
  readTree,
  type Step,
} from './jsonTree';

/**
 * Edits of a JSON text that touch nothing but what they are about: whatever else was written stays as it was,
 * character by character. `value` is JSON text too, so that a number keeps the digits it was typed with.
 *
 * All of them take a text that is JSON, and a path that leads to something (its last step may be new for `put`
 * and `insertMember`); else they throw.
 */

const UNIT = '  ';

export const written = (value: unknown): string => writeJson(value, '  ') || 'null';

export function treeOf(text: string): JsonNode {
  const read = readTree(text);
  if (read.problem) throw new Error(`not JSON: ${read.problem.reason}`);
  return read.tree;
}

export const textOf = (text: string, { start, end }: { start: number; end: number }): string =>
  text.slice(start, end);

const splice = (text: string, start: number, end: number, by: string): string =>
  text.slice(0, start) + by + text.slice(end);

function existing(text: string, path: Path): JsonNode {
  const node = nodeAt(treeOf(text), path);
  if (!node) throw new Error(`nothing at ${path.join('/')}`);
  return node;
}

const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? '';

/** Only between tokens can JSON text have line ends, so all of them are indentation. */
const indented = (value: string, indent: string): string => value.replaceAll('\n', `\n${indent}`);

type Part = { start: number; end: number };

const partsOf = (node: JsonNode): Part[] => {
  if (node.kind === 'array') return node.items;
  if (node.kind === 'object') return node.members.map(spanOfMember);
  throw new Error('a scalar has no parts');
};
const spanOfMember = ({ key, value }: Member): Part => ({ start: key.start, end: value.end });

/** Puts a part into a container as the others of it stand: each on its line, or in one. */
function insertPart(text: string, container: JsonNode, index: number, value: string): string {
  const parts = partsOf(container);
  const at = Math.max(0, Math.min(index, parts.length));
  const first = parts[0];
  if (!first) {
    const outer = indentAt(text, container.start);
    const inner = outer + UNIT;
    const body = `\n${inner}${indented(value, inner)}\n${outer}`;
    return splice(text, container.start + 1, container.end - 1, body);
  }
  const space = text.slice(container.start + 1, first.start);
  const gap = space.includes('\n') ? space.slice(space.lastIndexOf('\n')) : '';
  const part = gap ? indented(value, gap.slice(1)) : oneLine(value);
  const before = parts[at];
  if (before) return splice(text, before.start, before.start, `${part},${gap || ' '}`);
  const last = parts.at(-1) ?? first;
  return splice(text, last.end, last.end, `,${gap || ' '}${part}`);
}

/** As it was written, without the line ends and what indents the next line. */
const oneLine = (value: string): string => value.replaceAll(/\n[ \t]*/g, ' ');

/** A member at its place among the others of the object at `path`. */
export const insertMember = (
  text: string,
  path: Path,
  name: string,
  value: string,
  index = Number.POSITIVE_INFINITY,
): string => insertPart(text, existing(text, path), index, `${JSON.stringify(name)}: ${value}`);

export const insertItem = (
  text: string,
  path: Path,
  value: string,
  index = Number.POSITIVE_INFINITY,
): string => insertPart(text, existing(text, path), index, value);

/** Puts a value where there is one, or a new member at the end of its object. */
export function put(text: string, path: Path, value: string): string {
  const node = nodeAt(treeOf(text), path);
  if (node) return splice(text, node.start, node.end, indented(value, indentAt(text, node.start)));
  return insertMember(text, path.slice(0, -1), String(path.at(-1)), value);
}

/** Takes a part out, with the comma that is then one too many. */
export function take(text: string, path: Path): string {
  const container = existing(text, path.slice(0, -1));
  const parts = partsOf(container);
  const index = placeOf(container, path.at(-1));
  const [before, part, after] = [parts[index - 1], parts[index], parts[index + 1]];
  if (!part) throw new Error(`nothing at ${path.join('/')}`);
  if (after) return splice(text, part.start, after.start, '');
  if (before) return splice(text, before.end, part.end, '');
  return splice(text, container.start + 1, container.end - 1, '');
}

/** Another name for a member, at the same place. */
export function rename(text: string, path: Path, name: string): string {
  const container = existing(text, path.slice(0, -1));
  const member = container.kind === 'object' && container.members[placeOf(container, path.at(-1))];
  if (!member) throw new Error(`nothing at ${path.join('/')}`);
  return splice(text, member.key.start, member.key.end, JSON.stringify(name));
}

/** Another place among its neighbours; the commas and line ends between them stay where they are. */
export function move(text: string, path: Path, to: number): string {
  const container = existing(text, path.slice(0, -1));
  const parts = partsOf(container);
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) throw new Error(`nothing at ${path.join('/')}`);
  const order = parts.map((part) => textOf(text, part));
  const [moved = ''] = order.splice(placeOf(container, path.at(-1)), 1);
  order.splice(to, 0, moved);
  const gaps = parts.map((part, index) =>
    text.slice(part.end, parts[index + 1]?.start ?? part.end),
  );
  const joined = order.map((part, index) => part + (gaps[index] ?? '')).join('');
  return splice(text, first.start, last.end, joined);
}

/** How many parts stand before the one that `step` names; -1 if there is none. */
export function placeOf(container: JsonNode, step: Step | undefined): number {
  if (container.kind === 'array') return Number(step);
  if (container.kind !== 'object' || !childOf(container, String(step))) return -1;
  return container.members.findIndex(({ name }) => name === step);
}
