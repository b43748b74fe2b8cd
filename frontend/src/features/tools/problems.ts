import type { UserError as Problem } from '@/graph/faults';
import { sentence } from '@/ui/refusal';

export type { Problem };

/** The problem's path below `root` (`["content"]`), or null if it is about something else. */
export function pathUnder(problem: Problem, ...root: string[]): string[] | null {
  const field = problem.field ?? [];
  return root.every((step, index) => field[index] === step) ? field.slice(root.length) : null;
}

/** What to write under one field of a form; undefined if nothing is wrong with it. */
export function messageAt(problems: readonly Problem[], ...path: string[]): string | undefined {
  const messages = problems.filter((problem) => pathUnder(problem, ...path)).map(sentence);
  return messages.length > 0 ? [...new Set(messages)].join(' ') : undefined;
}

/** The problems no field of a form shows: they go above it, so none is ever lost. */
export const homeless = (
  problems: readonly Problem[],
  fields: readonly (readonly string[])[],
): Problem[] =>
  problems.filter((problem) => !fields.some((path) => pathUnder(problem, ...path) !== null));

/** Where in a script a problem's message says it is; lines and columns from 1. */
export function placeOf(message: string): { line: number; column: number } | null {
  const found = /line (\d+)(?:,? col(?:umn)? (\d+))?/i.exec(message);
  return found ? { line: Number(found[1]), column: Number(found[2] ?? 1) } : null;
}
