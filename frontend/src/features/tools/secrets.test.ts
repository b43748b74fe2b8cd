import { expect, it } from 'vitest';
import { readJson, writeJson } from '@/json/exact';
import { withoutSecrets } from './secrets';

const SECRET = { type: 'string', writeOnly: true };

it.each([
  ['by name', { properties: { a: SECRET } }, { a: 's', b: 1 }, { b: 1 }, ['a']],
  ['by format', { properties: { a: { format: 'password' } } }, { a: 's' }, {}, ['a']],
  [
    'deep inside',
    { properties: { l: { type: 'array', items: { properties: { p: SECRET } } } } },
    { l: [{ p: 's', q: 1 }] },
    { l: [{ q: 1 }] },
    ['l.0.p'],
  ],
  [
    'behind a reference',
    { properties: { a: { $ref: '#/$defs/x~1y' } }, $defs: { 'x/y': SECRET } },
    { a: 's' },
    {},
    ['a'],
  ],
  ['in a variant', { anyOf: [{ properties: { a: SECRET } }, {}] }, { a: 's' }, {}, ['a']],
  ['of any name', { additionalProperties: SECRET }, { z: 's' }, {}, ['z']],
  ['in a list', { properties: { l: { items: SECRET } } }, { l: ['s'] }, { l: [null] }, ['l.0']],
  [
    'in a circle',
    { properties: { a: { $ref: '#' }, p: SECRET } },
    { a: { p: 's' } },
    { a: {} },
    ['a.p'],
  ],
])('a secret %s is left out and named', (_, schema, value, kept, dropped) => {
  expect(withoutSecrets(schema, value)).toEqual({ value: kept, dropped });
  expect(JSON.stringify(withoutSecrets(schema, value).value)).not.toContain('"s"');
});

it('what is no secret stays, also where the schema is odd', () => {
  const value = { a: 1, b: [null, { c: 'x' }] };
  for (const schema of [{}, true, null, { properties: 1, $ref: 7, items: [] }])
    expect(withoutSecrets(schema, value)).toEqual({ value, dropped: [] });
});

it('what is no secret keeps all its digits', () => {
  const value = readJson('{"n":9007199254740993,"s":"x","l":[1.50]}');
  const { value: kept } = withoutSecrets({ properties: { s: SECRET, n: {}, l: {} } }, value);
  expect(writeJson(kept)).toBe('{"n":9007199254740993,"l":[1.50]}');
});
