import { describe, expect, it } from 'vitest';
import { ExactNumber, isKept, numberOf, readJson, withoutExact, writeJson } from './exact';
import { randomJson, seeded } from './random';

const HARD = [
  '9007199254740993',
  '-9007199254740993',
  '123456789012345678901234567890',
  '1.50',
  '1.0',
  '0.0',
  '-0',
  '-0.0',
  '1e400',
  '1E5',
  '1e21',
  '0.1000000000000000055511151231257827',
  '0.0000001',
  '0.00000012',
  '12345678.123456789012',
  '1.0e-7',
];

describe('JSON with exact numbers', () => {
  it.each(HARD)('%s stays as it is written, wherever it stands', (text) => {
    for (const around of [text, `[${text}]`, `{"a": ${text}, "b":[ ${text},1]}`]) {
      const compact = around.replaceAll(' ', '');
      expect(writeJson(readJson(around))).toBe(compact);
    }
    expect(readJson(` ${text} `)).toEqual(new ExactNumber(text));
  });

  it.each(['0', '-1', '1.5', '9007199254740991', '9007199254740992', '1e+21', '1e-8', '0.000001'])(
    '%s is a plain number, for those who count with it',
    (text) => expect(readJson(`[${text}]`)).toEqual([Number(text)]),
  );

  it('leaves texts alone, whatever stands in them', () => {
    const text = '{"1.50": "1e400, -0, [9007199254740993", "\\"1.50": ":1.0"}';
    expect(readJson(text)).toEqual(JSON.parse(text));
    expect(readJson('["a\\\\", 1.50, "\\\\\\"", "[{"]')).toEqual([
      'a\\',
      new ExactNumber('1.50'),
      '\\"',
      '[{',
    ]);
  });

  it('keeps every key, also those that mean something to JavaScript', () => {
    const text = '{"__proto__":{"a":1.50},"constructor":1,"a":1,"a":2.0}';
    const value = readJson(text) as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'a']);
    expect(writeJson(value)).toBe('{"__proto__":{"a":1.50},"constructor":1,"a":2.0}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each(['', '[1.50', '01', '1.', '.5', '+1', '-', '[1.50,]', '{"a":1.50}}', 'NaN'])(
    'refuses %j as the browser does',
    (text) => expect(() => readJson(text)).toThrow(SyntaxError),
  );

  it('writes everything else as the browser does', () => {
    const value = {
      a: undefined,
      b: [undefined, Number.NaN, () => 1],
      c: new Date(0),
      d: {},
      e: [],
      f: [[], { g: 'é"\u2028' }],
      1: null,
    };
    for (const more of [{}, { n: new ExactNumber('1.50') }])
      for (const space of ['', '  '])
        expect(writeJson({ ...value, ...more }, space)).toBe(
          JSON.stringify({ ...value, ...('n' in more ? { n: 1.5 } : {}) }, null, space)?.replace(
            '1.5',
            '1.50',
          ),
        );
    expect(writeJson(undefined)).toBe('');
  });

  it('reads texts of megabytes', () => {
    const long = `[1.50,"${'a'.repeat(5_000_000)}","${'\\"\\\\'.repeat(1_000_000)}"]`;
    expect(writeJson(readJson(long)) === long).toBe(true);
  });

  it('comes back from any text as it was, 2000 of them', () => {
    const random = seeded(20_26);
    for (let round = 0; round < 2_000; round++) {
      const text = randomJson(random, HARD);
      const value = readJson(text);
      expect(writeJson(value)).toBe(text);
      expect(writeJson(readJson(writeJson(value, '  ')))).toBe(text);
      const rounded = withoutExact(value, (number) => Number(number.text));
      expect(JSON.stringify(rounded)).toBe(JSON.stringify(JSON.parse(text)));
    }
  });

  it('misses no number of any form', () => {
    const random = seeded(7);
    const digits = (most: number) =>
      Array.from({ length: random.below(most) + 1 }, () => random.below(10)).join('');
    for (let round = 0; round < 20_000; round++) {
      const whole = random.chance(0.5) ? String(BigInt(digits(20))) : '0';
      const fraction = random.chance(0.6) ? `.${'0'.repeat(random.below(9))}${digits(12)}` : '';
      const exponent = random.chance(0.2)
        ? `${random.pick(['e', 'E'])}${random.pick(['', '+', '-'])}${digits(3)}`
        : '';
      const text = `${random.chance(0.3) ? '-' : ''}${whole}${fraction}${exponent}`;
      expect(writeJson(readJson(`[${text}]`))).toBe(`[${text}]`);
      expect(String(readJson(text))).toBe(text);
    }
  });
});

it('knows which numbers the server takes', () => {
  for (const text of ['9'.repeat(1_000), '1.50', '-0', '1e308', '1e-400'])
    expect(isKept(text)).toBe(true);
  for (const text of ['9'.repeat(1_001), '1e400', '-1E309', `${'9'.repeat(400)}.0`])
    expect(isKept(text)).toBe(false);
});

it('makes a number of a text, exact where it must', () => {
  expect(numberOf('5')).toBe(5);
  expect(numberOf('5.0')).toEqual(new ExactNumber('5.0'));
});
