import { describe, expect, it } from 'vitest';
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
