import { readJson, writeJson } from '@/json/exact';
import { type JsonProblem, type Path, readTree, type Span, walkTree } from './jsonTree';

export type { JsonProblem, Span };
export type ParsedJson =
  | { value: unknown; spans: Map<string, Span>; problem?: undefined }
  | { problem: JsonProblem };

export const pathKey = (path: Path): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The value of a JSON text, and where in it each part stands. */
export function parseJson(text: string): ParsedJson {
  const read = readTree(text);
  if (read.problem) return read;
  const spans = new Map<string, Span>();
  for (const [path, { start, end }] of walkTree(read.tree))
    spans.set(pathKey(path), { start, end });
  return { value: readJson(text), spans };
}

/** The span of a path, or of the nearest value around it. */
export function spanAt(spans: Map<string, Span>, path: Path): Span {
  for (let length = path.length; length > 0; length--) {
    const span = spans.get(pathKey(path.slice(0, length)));
    if (span) return span;
  }
  return spans.get('') ?? { start: 0, end: 0 };
}

/** An offset as people count: lines and columns from 1. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

export const formatJson = (value: unknown): string => writeJson(value, '  ') || 'null';
