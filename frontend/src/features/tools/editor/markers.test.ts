import { describe, expect, it } from 'vitest';
import { jsonMarkers, scriptMarkers } from './markers';

const problem = (message: string, ...field: string[]) => ({
  code: 'INVALID_INPUT',
  message,
  field,
});

describe('the marks in the editors', () => {
  it('underline the line of the script that does not parse', () => {
    const problems = [
      problem('invalid syntax (line 3, column 9)', 'content', 'scriptContent'),
      problem('a script is needed', 'content', 'scriptContent'),
      problem('too long', 'content', 'displayName'),
    ];
    expect(scriptMarkers(problems).map(({ line, column }) => [line, column])).toEqual([
      [3, 9],
      [1, 1],
    ]);
  });

  it('underline the value of a schema that the server refuses', () => {
    const text = '{\n  "type": "object",\n  "properties": {\n    "x": { "type": "strng" }\n  }\n}';
    const path = ['content', 'inputSchema', 'properties', 'x', 'type'];
    expect(jsonMarkers(text, 'inputSchema', [problem('unknown type', ...path)])).toEqual([
      { line: 4, column: 20, endLine: 4, endColumn: 27, message: 'unknown type' },
    ]);
    expect(jsonMarkers(text, 'outputSchema', [problem('unknown type', ...path)])).toEqual([]);
    expect(jsonMarkers('{', 'inputSchema', [problem('unknown type', ...path)])).toEqual([]);
  });
});
