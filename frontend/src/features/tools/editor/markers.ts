import type { CodeMarker } from '@/ui/code/types';
import { parseJson, positionAt, spanAt } from '../jsonText';
import { type Problem, pathUnder, placeOf } from '../problems';

/** The problems of a script where the server says they are; without a place, on its first line. */
export function scriptMarkers(
  problems: readonly Problem[],
  severity: 'error' | 'warning' = 'error',
): CodeMarker[] {
  return problems
    .filter((problem) => pathUnder(problem, 'content', 'scriptContent') !== null)
    .map(({ message }) => ({
      ...(placeOf(message) ?? { line: 1, column: 1 }),
      // To the end of the line: Monaco cuts it off there.
      endColumn: severity === 'warning' ? 1000 : undefined,
      message,
      severity,
    }));
}

/** The problems of a JSON text at the value they name. Broken JSON has none: the editor marks that itself. */
export function jsonMarkers(
  text: string,
  field: 'inputSchema' | 'outputSchema',
  problems: readonly Problem[],
): CodeMarker[] {
  const parsed = parseJson(text);
  if (parsed.problem) return [];
  return problems.flatMap((problem) => {
    const path = pathUnder(problem, 'content', field);
    if (path === null) return [];
    const span = spanAt(parsed.spans, path);
    const start = positionAt(text, span.start);
    const end = positionAt(text, span.end);
    return [{ ...start, endLine: end.line, endColumn: end.column, message: problem.message }];
  });
}
