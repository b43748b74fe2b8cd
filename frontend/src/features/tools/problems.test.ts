import { describe, expect, it } from 'vitest';
import { homeless, messageAt, placeOf } from './problems';

const problems = [
  {
    code: 'INVALID_INPUT',
    message: 'Unknown type "strng".',
    field: ['content', 'inputSchema', 'properties', 'x'],
  },
  { code: 'NAME_TAKEN', message: 'The name is taken.', field: ['name'] },
  { code: 'FORBIDDEN', message: 'You may not.', field: null },
];

describe("the server's objections", () => {
  it('stand under the field they are about', () => {
    expect(messageAt(problems, 'name')).toBe('The name is taken.');
    expect(messageAt(problems, 'content', 'inputSchema')).toBe('Unknown type "strng".');
    expect(messageAt(problems, 'content', 'tags')).toBeUndefined();
  });

  it('are never lost when no field shows them', () => {
    expect(homeless(problems, [['name'], ['content', 'tags']]).map((p) => p.code)).toEqual([
      'INVALID_INPUT',
      'FORBIDDEN',
    ]);
  });

  it('lead to the line of the script they name', () => {
    expect(placeOf('invalid syntax (line 3, column 7)')).toEqual({ line: 3, column: 7 });
    expect(placeOf('Line 12: unexpected indent')).toEqual({ line: 12, column: 1 });
    expect(placeOf('Needs a script.')).toBeNull();
  });
});
