import { describe, expect, it } from 'vitest';
import { readJson, writeJson } from '@/json/exact';
import {
  changedFields,
  contentOf,
  type Draft,
  draftOf,
  mergeDrafts,
  type ToolContent,
} from './content';

const content: ToolContent = {
  displayName: 'Invoice total',
  description: 'Totals invoice lines.',
  icon: null,
  category: { id: 'category_1' },
  tags: ['finance'],
  executorType: 'PYTHON',
  executorConfig: { entry: 'MAIN', requirements: 'standard' },
  scriptContent: 'def main(lines):\n    return sum(lines)\n',
  inputSchema: { type: 'object', properties: { lines: { type: 'array' } } },
  outputSchema: {},
  timeoutSeconds: 30,
  annotations: { readOnly: true, destructive: null },
  examples: { prompts: ['total this'], inputs: [{ name: 'two lines', value: { lines: [1, 2] } }] },
};
const edit = (change: Partial<Draft>): Draft => ({ ...draftOf(content), ...change });

describe('a draft of a tool', () => {
  it('sends back exactly what it was made from when nothing is edited', () => {
    const { content: sent, problems } = contentOf(draftOf(content));
    expect(problems).toEqual([]);
    expect(sent).toEqual({
      ...content,
      category: 'category_1',
      annotations: { readOnly: true, destructive: null, idempotent: null, openWorld: null },
    });
  });

  it('keeps the settings of the executor that the form does not show', () => {
    const { content: sent } = contentOf(
      edit({ config: { ...draftOf(content).config, entry: 'STDIN' } }),
    );
    expect(sent.executorConfig).toEqual({ entry: 'STDIN', requirements: 'standard' });
  });

  it('names the field, line and column of text that is not JSON', () => {
    const { problems } = contentOf(
      edit({ inputSchema: '{\n  "type": }', examples: [{ name: 'x', value: '{' }] }),
    );
    expect(problems).toMatchObject([
      { field: ['examples', 'inputs', '0', 'value'], line: 1, column: 2 },
      { field: ['inputSchema'], line: 2, column: 11 },
    ]);
  });

  it('does not call new white space in a schema a change, but a new order of its fields it does', () => {
    const base = edit({ inputSchema: '{"a": 1, "b": 2}' });
    expect(changedFields(base, { ...base, inputSchema: '{"a":1,"b":2}' })).toEqual([]);
    expect(changedFields(base, { ...base, inputSchema: '{"b":2,"a":1}' })).toEqual(['inputSchema']);
  });
});

describe('numbers that the browser would round', () => {
  const of = (inputSchema: string) =>
    draftOf({
      ...content,
      inputSchema: readJson(inputSchema),
      executorConfig: readJson('{"n":1.50}'),
    });

  it('are edited and sent with all their digits', () => {
    const text = '{"maximum":9007199254740993,"default":1.50,"minimum":-0}';
    const draft = { ...of(text), examples: [{ name: 'x', value: '{"n": 9007199254740993}' }] };
    const { content: sent, problems } = contentOf(draft);
    expect(problems).toEqual([]);
    expect(writeJson(sent.inputSchema)).toBe(text);
    expect(writeJson(sent.executorConfig)).toBe('{"n":1.50}');
    expect(writeJson(sent.examples?.inputs)).toContain('{"n":9007199254740993}');
  });

  it('are a change when only a digit differs that a double does not have', () => {
    const [before, after] = [
      of('{"maximum":9007199254740992}'),
      of('{"maximum":9007199254740993}'),
    ];
    expect(changedFields(before, after)).toEqual(['inputSchema']);
    expect(changedFields(after, of('{ "maximum": 9007199254740993 }'))).toEqual([]);
  });

  it('are refused where they are if the server does not take them', () => {
    expect(contentOf(edit({ inputSchema: '{\n  "maximum": 1e400}' })).problems).toMatchObject([
      { field: ['inputSchema'], problem: { reason: 'tooLarge' }, line: 2, column: 14 },
    ]);
  });
});

describe('two people editing the same tool', () => {
  const base = draftOf(content);

  it('loses neither edit when they touched different fields', () => {
    const mine = edit({ script: 'mine' });
    const theirs = edit({ description: 'theirs' });
    const merge = mergeDrafts(base, mine, theirs);
    expect(merge.both).toEqual([]);
    expect(merge.onlyTheirs).toEqual(['description']);
    expect(merge.merged([])).toEqual({ ...base, script: 'mine', description: 'theirs' });
  });

  it('lets the person choose where both changed the same field', () => {
    const mine = edit({ script: 'mine', timeoutSeconds: 60 });
    const theirs = edit({ script: 'theirs', timeoutSeconds: 60 });
    const merge = mergeDrafts(base, mine, theirs);
    expect(merge.both).toEqual(['script']);
    expect(merge.merged([]).script).toBe('theirs');
    expect(merge.merged(['script'])).toMatchObject({ script: 'mine', timeoutSeconds: 60 });
  });
});
