import { describe, expect, it } from 'vitest';
import { i18n } from '@/app/i18n';
import type { Draft } from '../content';
import { inputFields, mainSnippet, scriptHelp } from './scriptHelp';

const SCHEMA = JSON.stringify({
  properties: {
    amount: { type: 'number', title: 'Amount', description: 'In euros.' },
    'unit-price': { type: 'string' },
    dry: { type: 'boolean', default: false },
    lines: { type: 'array', items: {} },
    class: {},
  },
  required: ['amount'],
});
const MODULES = {
  json: ['dumps', 'loads'],
  'urllib.parse': ['urlparse'],
  urllib: [],
  requests: ['get'],
};
const t = i18n.getFixedT('en', 'editor');
const help = (change: Partial<Draft> = {}) =>
  scriptHelp(
    { executor: 'PYTHON', config: { entry: 'MAIN' }, inputSchema: SCHEMA, ...change },
    MODULES,
    t,
  );
const labels = (before: string, text = '', change: Partial<Draft> = {}) =>
  help(change)
    .suggest(before, text)
    .map(({ label }) => label);

describe('what is suggested in a Python script', () => {
  it.each([
    ['import ', ['json', 'urllib', 'requests']],
    ['import json, re', ['json', 'urllib', 'requests']],
    ['from urllib.', ['urllib.parse']],
    ['from json import ', ['dumps', 'loads']],
    ['from json import (dumps, lo', ['dumps', 'loads']],
    ['from urllib import ', ['parse']],
    ['x = data["', ['amount', 'unit-price', 'dry', 'lines', 'class']],
    ['x = 1 + ', []],
  ])('%j is followed by %j', (before, expected) => expect(labels(before)).toEqual(expected));

  it('knows a module by the name it was imported as', () => {
    expect(labels('x = j.', 'import json as j\n')).toEqual(['dumps', 'loads']);
    expect(labels('x = json.lo', 'import json\n')).toEqual(['dumps', 'loads']);
    expect(labels('x = amount.', '')).toEqual([]);
  });

  it('writes a main that takes the fields of the schema', () => {
    expect(labels('ma')).toContain('main');
    expect(mainSnippet(inputFields(SCHEMA))).toBe(
      `def main(amount, dry=False, lines=None, **fields):\n    \${0:return {\\}}\n`,
    );
  });

  it('explains the contract and the fields', () => {
    expect(help().explain('amount')).toBe('`amount`: number — Amount — In euros.');
    expect(help().explain('main')).toContain('main(**input)');
    expect(help().explain('other')).toBeUndefined();
  });

  it('goes on without a schema that can be read', () =>
    expect(labels('import ', '', { inputSchema: '{' })).toHaveLength(3));
});

describe('what is suggested in a shell script', () => {
  it('are the variables that the fields become', () => {
    const shell = { executor: 'SHELL', config: {} } as const;
    expect(labels('echo "$IN', '', shell)).toEqual([
      'INPUT_AMOUNT',
      'INPUT_UNIT_PRICE',
      'INPUT_DRY',
      'INPUT_CLASS',
      'ARTIFACTS',
    ]);
    expect(labels('echo IN', '', shell)).toEqual([]);
  });
});
