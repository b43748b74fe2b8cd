import { textOf, written } from '../jsonEdit';
import { childOf, type JsonNode, readTree } from '../jsonTree';
import { textsOf } from './outline';
import { typesOf } from './schemaEdit';

const indentBefore = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? '';

/** The text of a value as it would stand alone: without the indentation of where it is. */
export function standing(text: string, node: JsonNode): string {
  const indent = indentBefore(text, node.start);
  return textOf(text, node).replaceAll(`\n${indent}`, '\n');
}

export const isJson = (text: string): boolean => !readTree(text).problem;

/** Whether a value is best written as plain text: a text whose schema takes nothing else. */
export function isPlainText(schema: JsonNode, keyword: string): boolean {
  const types = typesOf(schema);
  const said = childOf(schema, keyword);
  const isText = !said || (said.kind === 'scalar' && typeof said.value === 'string');
  return isText && types?.length === 1 && types[0] === 'string';
}

export type Choices = { as: 'texts' | 'json'; lines: string[] };

/** The values of `enum`, one a line; null where they need more than a line. */
export function choicesOf(text: string, schema: JsonNode): Choices | null {
  const node = childOf(schema, 'enum');
  const types = typesOf(schema);
  if (!node) return { as: types?.includes('string') ? 'texts' : 'json', lines: [] };
  if (node.kind !== 'array') return null;
  const texts = textsOf(node);
  const fits = texts?.every((each) => each.trim() === each && each !== '' && !/[\r\n]/.test(each));
  if (texts && fits && (texts.length > 0 || types?.includes('string')))
    return { as: 'texts', lines: texts };
  const lines = node.items.map((item) => textOf(text, item));
  return lines.some((line) => /[\r\n]/.test(line)) ? null : { as: 'json', lines };
}

/** The JSON text of `enum` from lines; null where a line is no value or given twice. */
export function enumText(
  as: Choices['as'],
  lines: readonly string[],
): string | 'invalid' | 'twice' {
  const values = as === 'texts' ? lines.map((line) => JSON.stringify(line)) : lines;
  if (!values.every(isJson)) return 'invalid';
  if (new Set(values).size < values.length) return 'twice';
  return values.length === 0 ? written([]) : `[${values.join(', ')}]`;
}
