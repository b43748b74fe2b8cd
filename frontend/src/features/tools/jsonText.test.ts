import { describe, expect, it } from 'vitest';
import { parseJson, positionAt, spanAt } from './jsonText';

const problemIn = (text: string) => {
  const { problem } = parseJson(text);
  return problem && { reason: problem.reason, ...positionAt(text, problem.offset) };
};

describe('JSON as people type it', () => {
  it('points at the character that breaks it', () => {
    expect(problemIn('{\n  "a": 1,\n  "b" 2\n}')).toEqual({
      reason: 'unexpected',
      line: 3,
      column: 7,
    });
    expect(problemIn('{"a": [1, 2')).toEqual({ reason: 'end', line: 1, column: 12 });
    expect(problemIn('')).toEqual({ reason: 'end', line: 1, column: 1 });
  });

  it.each([
    '{"a": NaN}',
    '{"a": 01}',
    '{a: 1}',
    "{'a': 1}",
    '[1,]',
    '{"a":1,}',
    '1 2',
    '"\n"',
    '"\\x"',
    'tru',
    '{"a"}',
  ])('refuses %s, as the server does', (text) => {
    expect(parseJson(text).problem).toBeDefined();
    expect(() => JSON.parse(text)).toThrow();
  });

  it.each([
    '{}',
    ' [ ] ',
    '"\\u00e9\\n"',
    '-1.5e-7',
    '{"a":{"b":[null,true,false,0]}}',
    '"\u2028"',
  ])('accepts %s with its value', (text) => {
    expect(parseJson(text)).toMatchObject({ value: JSON.parse(text) });
  });

  it('refuses what is nested deeper than the server takes, without overflowing', () => {
    expect(parseJson('['.repeat(100_000)).problem?.reason).toBe('tooDeep');
  });

  it('finds the place of a path, so an error from the server is shown where it is', () => {
    const text = '{"properties": {"a/b": {"type": "nope"}}, "required": ["x"]}';
    const parsed = parseJson(text);
    if (parsed.problem) throw new Error('valid text refused');
    const at = (path: (string | number)[]) => {
      const { start, end } = spanAt(parsed.spans, path);
      return text.slice(start, end);
    };
    expect(at(['properties', 'a/b', 'type'])).toBe('"nope"');
    expect(at(['required', 0])).toBe('"x"');
    expect(at(['properties', 'a/b', 'missing', 'deep'])).toBe('{"type": "nope"}');
    expect(at([])).toBe(text);
  });
});
