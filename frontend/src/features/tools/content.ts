import type { ExecutorType, ToolContentInput } from '@/graph/generated/graphql';
import { isJsonObject, writeJson } from '@/json/exact';
import { formatJson, type JsonProblem, parseJson, positionAt } from './jsonText';

export const HINTS = ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const;
export type Hint = (typeof HINTS)[number];
export type Hints = Record<Hint, boolean | null>;

/** The versioned content of a tool, as the API answers it for a tool and for each of its versions. */
export type ToolContent = {
  displayName: string;
  description: string;
  icon?: string | null;
  category?: { id: string } | null;
  tags: readonly string[];
  executorType: ExecutorType;
  executorConfig: unknown;
  scriptContent?: string | null;
  inputSchema: unknown;
  outputSchema: unknown;
  timeoutSeconds: number;
  annotations: { [hint in Hint]?: boolean | null };
  examples: {
    prompts: readonly string[];
    inputs: readonly { name: string; value: unknown }[];
  };
};

export type ExampleDraft = { name: string; value: string };

/** The content while it is edited: JSON is kept as the text that people type. */
export type Draft = {
  displayName: string;
  description: string;
  icon: string;
  category: string | null;
  tags: string[];
  executor: ExecutorType;
  script: string;
  config: Record<string, unknown>;
  inputSchema: string;
  outputSchema: string;
  timeoutSeconds: number | null;
  annotations: Hints;
  prompts: string[];
  examples: ExampleDraft[];
};
export type DraftField = keyof Draft;

export const DRAFT_FIELDS = [
  'displayName',
  'description',
  'icon',
  'category',
  'tags',
  'executor',
  'script',
  'config',
  'inputSchema',
  'outputSchema',
  'timeoutSeconds',
  'annotations',
  'prompts',
  'examples',
] as const satisfies readonly DraftField[];

export function draftOf(content: ToolContent): Draft {
  const hint = (name: Hint) => content.annotations[name] ?? null;
  return {
    displayName: content.displayName,
    description: content.description,
    icon: content.icon ?? '',
    category: content.category?.id ?? null,
    tags: [...content.tags],
    executor: content.executorType,
    script: content.scriptContent ?? '',
    config: isJsonObject(content.executorConfig) ? content.executorConfig : {},
    inputSchema: formatJson(content.inputSchema),
    outputSchema: formatJson(content.outputSchema),
    timeoutSeconds: content.timeoutSeconds,
    annotations: {
      readOnly: hint('readOnly'),
      destructive: hint('destructive'),
      idempotent: hint('idempotent'),
      openWorld: hint('openWorld'),
    },
    prompts: [...content.examples.prompts],
    examples: content.examples.inputs.map(({ name, value }) => ({
      name,
      value: formatJson(value),
    })),
  };
}

/** Text that is not JSON, and where: `field` is its path in the API's input. */
export type TextProblem = { field: string[]; problem: JsonProblem; line: number; column: number };

function readJson(field: string[], text: string, problems: TextProblem[]): unknown {
  const parsed = parseJson(text);
  if (!parsed.problem) return parsed.value;
  problems.push({ field, problem: parsed.problem, ...positionAt(text, parsed.problem.offset) });
  return null;
}

/** The whole draft as the API's input, with what cannot be sent because it is no JSON. */
export function contentOf(draft: Draft): { content: ToolContentInput; problems: TextProblem[] } {
  const problems: TextProblem[] = [];
  const inputs = draft.examples.map(({ name, value }, index) => ({
    name: name.trim(),
    value: readJson(['examples', 'inputs', String(index), 'value'], value, problems),
  }));
  const content: ToolContentInput = {
    displayName: draft.displayName.trim(),
    description: draft.description.trim(),
    icon: draft.icon.trim() || null,
    category: draft.category,
    tags: draft.tags,
    executorType: draft.executor,
    scriptContent: draft.script,
    executorConfig: draft.config,
    inputSchema: readJson(['inputSchema'], draft.inputSchema, problems),
    outputSchema: readJson(['outputSchema'], draft.outputSchema, problems),
    timeoutSeconds: draft.timeoutSeconds,
    annotations: draft.annotations,
    examples: { prompts: draft.prompts.map((text) => text.trim()).filter(Boolean), inputs },
  };
  return { content, problems };
}

/** JSON text counts by its value and key order: white space is no change. */
function comparable(field: DraftField, draft: Draft): string {
  const value = draft[field];
  if (field !== 'inputSchema' && field !== 'outputSchema') return writeJson(value);
  const parsed = parseJson(value as string);
  return parsed.problem ? (value as string) : writeJson(parsed.value);
}

export const changedFields = (before: Draft, after: Draft): DraftField[] =>
  DRAFT_FIELDS.filter((field) => comparable(field, before) !== comparable(field, after));

/** A three-way merge, field by field. `both` are the fields that the two sides changed differently. */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft) {
  const own = changedFields(base, mine);
  const both = own.filter(
    (field) =>
      comparable(field, base) !== comparable(field, theirs) &&
      comparable(field, mine) !== comparable(field, theirs),
  );
  const take = (fields: readonly DraftField[]): Draft => {
    const chosen = Object.fromEntries(fields.map((field) => [field, mine[field]]));
    return { ...theirs, ...chosen };
  };
  return {
    both,
    onlyTheirs: changedFields(base, theirs).filter((field) => !own.includes(field)),
    /** Theirs, with my changes on it; for a field both changed, mine only if `keepMine` names it. */
    merged: (keepMine: readonly DraftField[]): Draft =>
      take(own.filter((field) => !both.includes(field) || keepMine.includes(field))),
  };
}
