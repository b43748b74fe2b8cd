import { describe, expect, it } from 'vitest';
import { readJson } from '@/json/exact';
import { schemaChanges, schemaRows, typeName } from './schema';

const invoice = {
  type: 'object',
  required: ['lines'],
  properties: {
    lines: {
      type: 'array',
      description: 'What was sold',
      items: {
        type: 'object',
        required: ['price'],
        properties: { price: { type: 'number', minimum: 0 }, note: { type: ['string', 'null'] } },
      },
    },
    currency: { enum: ['EUR', 'CHF'], default: 'EUR' },
  },
};

describe('a schema drawn as a table', () => {
  it('keeps the order of its author and opens the fields inside arrays', () => {
    const rows = schemaRows(invoice);
    expect(rows.map((row) => row.name)).toEqual(['lines', 'currency']);
    expect(rows[0]).toMatchObject({
      type: 'object[]',
      required: true,
      description: 'What was sold',
    });
    expect(rows[0]?.children?.map((row) => [row.name, row.type, row.required])).toEqual([
      ['price', 'number', true],
      ['note', 'string | null', false],
    ]);
    expect(rows[1]?.rules).toEqual(['"EUR" | "CHF"', 'default: "EUR"']);
  });

  it.each([null, true, 'text', [], {}, { properties: 3 }, { properties: { a: true } }])(
    'draws %j without failing',
    (schema) => {
      expect(schemaRows(schema).length).toBeLessThanOrEqual(1);
    },
  );

  it('stops at a depth that no table can show', () => {
    let deep: object = { type: 'string' };
    for (let level = 0; level < 200; level++) deep = { properties: { a: deep } };
    expect(schemaRows(deep)).toHaveLength(1);
  });

  it('names references and alternatives', () => {
    expect(typeName({ $ref: '#/$defs/Line' })).toBe('Line');
    expect(typeName({ anyOf: [{ type: 'string' }, { type: 'integer' }] })).toBe('string | integer');
  });
});

describe('the difference of two schemas', () => {
  it('names each field that a caller would notice, and only those', () => {
    const { currency: _, ...rest } = invoice.properties;
    const after = {
      ...invoice,
      required: ['lines', 'customer'],
      properties: { ...rest, customer: { type: 'string' } },
    };
    expect(schemaChanges(invoice, after)).toEqual([
      {
        path: '/currency',
        kind: 'removed',
        before: 'any, "EUR" | "CHF", default: "EUR"',
        after: '',
      },
      { path: '/customer', kind: 'added', before: '', after: 'string, required' },
    ]);
    expect(schemaChanges(invoice, structuredClone(invoice))).toEqual([]);
  });
});

it('tells two numbers apart that are one to the browser', () => {
  const schema = (number: string) =>
    readJson(`{"properties":{"n":{"maximum":${number},"enum":[1.50]}}}`);
  const [change] = schemaChanges(schema('9007199254740992'), schema('9007199254740993'));
  expect(change).toMatchObject({
    before: 'any, 1.50, maximum: 9007199254740992',
    after: 'any, 1.50, maximum: 9007199254740993',
  });
});
