import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from 'antd';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Look } from '@/app/Look';
import type { UserError } from '@/graph/faults';
import { readJson, writeJson } from '@/json/exact';
import { schemaInForm, toForm } from './formNumbers';
import { SchemaForm } from './SchemaForm';
import { validator } from './validator';
import { withoutPatterns } from './withoutPatterns';

const SCHEMA = {
  type: 'object',
  required: ['query'],
  properties: {
    query: { type: 'string', title: 'Query' },
    limit: { type: 'integer', title: 'Limit', default: 10 },
  },
};

type Props = {
  schema: unknown;
  errors: readonly UserError[];
  onSubmit: (value: unknown) => void;
};

function HeldForm(props: Props) {
  const [value, setValue] = useState<unknown>({});
  const actions = <Button htmlType="submit">Run</Button>;
  return (
    <SchemaForm {...props} label="Input" value={value} onChange={setValue} actions={actions} />
  );
}

function open(schema: unknown = SCHEMA, errors: UserError[] = []) {
  const onSubmit = vi.fn();
  render(
    <Look>
      <HeldForm schema={schema} errors={errors} onSubmit={onSubmit} />
    </Look>,
  );
  return { onSubmit, user: userEvent.setup({ delay: null }) };
}

describe('SchemaForm', () => {
  it('asks for what is required, then hands over the value with its defaults', async () => {
    const { onSubmit, user } = open();
    await user.click(await screen.findByRole('button', { name: 'Run' }));
    expect(await screen.findByText('This is required.')).toBeInTheDocument();
    expect(onSubmit).not.toHaveBeenCalled();
    await user.type(screen.getByLabelText('Query'), 'csv');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ query: 'csv', limit: 10 }));
  });

  it('keeps form and JSON in step, both ways', async () => {
    const { onSubmit, user } = open();
    await user.type(await screen.findByLabelText('Query'), 'csv');
    await user.click(screen.getByText('JSON'));
    const text = await screen.findByRole('textbox', { name: 'Input' });
    expect(JSON.parse((text as HTMLTextAreaElement).value)).toEqual({ query: 'csv', limit: 10 });
    await user.clear(text);
    await user.click(text);
    await user.paste('{"query": "json", "limit": 3}');
    await user.click(screen.getByText('Form'));
    expect(await screen.findByLabelText('Query')).toHaveValue('json');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ query: 'json', limit: 3 }));
  });

  it('keeps half-typed JSON as typed, says why it is none, and does not run it', async () => {
    const { onSubmit, user } = open();
    await user.click(await screen.findByText('JSON'));
    const text = await screen.findByRole('textbox', { name: 'Input' });
    await user.clear(text);
    await user.click(text);
    await user.paste('{"query": ');
    expect(text).toHaveValue('{"query": ');
    expect(await screen.findByText(/Not JSON yet/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("shows the server's refusal at its field", async () => {
    open(SCHEMA, [{ code: 'INVALID_INPUT', message: 'Too vague.', field: ['query'] }]);
    expect(await screen.findByText('Too vague.')).toBeInTheDocument();
  });
});

describe('numbers that the browser would round', () => {
  const EXACT = readJson(
    '{"type": "object", "properties": {"n": {"type": "integer", "title": "N", "default": 9007199254740993, "exclusiveMinimum": 9007199254740992, "multipleOf": 3}, "x": {"type": "number", "title": "X"}}}',
  );
  const submitted = (onSubmit: ReturnType<typeof vi.fn>) => writeJson(onSubmit.mock.lastCall?.[0]);

  it('go out as they were typed, and as the schema gives them', async () => {
    const { onSubmit, user } = open(EXACT);
    expect(await screen.findByLabelText('N')).toHaveValue('9007199254740993');
    await user.type(screen.getByLabelText('X'), '123456789012345678901234567890');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    expect(submitted(onSubmit)).toBe('{"n":9007199254740993,"x":123456789012345678901234567890}');
    await user.clear(screen.getByLabelText('N'));
    await user.type(screen.getByLabelText('N'), '90071992547409936');
    await user.clear(screen.getByLabelText('X'));
    await user.type(screen.getByLabelText('X'), '1.50');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    await waitFor(() => expect(submitted(onSubmit)).toBe('{"n":90071992547409936,"x":1.50}'));
  });

  it('stay as they are between form and JSON', async () => {
    const { onSubmit, user } = open(EXACT);
    await user.click(await screen.findByText('JSON'));
    const text = await screen.findByRole('textbox', { name: 'Input' });
    await user.clear(text);
    await user.click(text);
    await user.paste('{"n": 9007199254740996, "x": 1.50, "more": [9007199254740995]}');
    await user.click(screen.getByText('Form'));
    await user.type(await screen.findByLabelText('N'), '0');
    await user.click(screen.getByText('JSON'));
    const shown = (await screen.findByRole('textbox', { name: 'Input' })) as HTMLTextAreaElement;
    expect(writeJson(readJson(shown.value))).toBe(
      '{"n":90071992547409960,"x":1.50,"more":[9007199254740995]}',
    );
    await user.click(screen.getByRole('button', { name: 'Run' }));
    await waitFor(() => expect(submitted(onSubmit)).toContain('1.50'));
  });

  it.each(['1e400', 'abc', '-', '0x10'])(
    'refuses %s at its field, as it was typed',
    async (typed) => {
      const { onSubmit, user } = open(EXACT);
      await user.type(await screen.findByLabelText('X'), typed);
      await user.click(screen.getByRole('button', { name: 'Run' }));
      expect(await screen.findByText(/^This is no number/)).toBeInTheDocument();
      expect(screen.getByLabelText('X')).toHaveValue(typed);
      expect(onSubmit).not.toHaveBeenCalled();
    },
  );

  it('says which number of a JSON text is too large, and does not send it', async () => {
    const { onSubmit, user } = open(EXACT);
    await user.click(await screen.findByText('JSON'));
    const text = await screen.findByRole('textbox', { name: 'Input' });
    await user.clear(text);
    await user.click(text);
    await user.paste('{"x": 1e400}');
    expect(await screen.findByText(/The number 1e400 is too large/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('are read from what people write otherwise, such as .5', async () => {
    const { onSubmit, user } = open(EXACT);
    await user.type(await screen.findByLabelText('X'), '.5');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    await waitFor(() => expect(submitted(onSubmit)).toBe('{"n":9007199254740993,"x":0.5}'));
  });

  it('are chosen from a list as they are', async () => {
    const schema = readJson(
      '{"type": "object", "properties": {"c": {"type": "integer", "title": "C", "enum": [9007199254740992, 9007199254740993]}}}',
    );
    const { onSubmit, user } = open(schema);
    await user.click(await screen.findByLabelText('C'));
    await user.click(await screen.findByTitle('9007199254740993'));
    await user.click(screen.getByRole('button', { name: 'Run' }));
    await waitFor(() => expect(submitted(onSubmit)).toBe('{"c":9007199254740993}'));
  });
});

describe('validator', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    required: ['q'],
    properties: {
      q: { type: 'string', minLength: 2 },
      n: { type: 'integer', maximum: 5 },
      t: { $ref: '#/$defs/t' },
      'a/b': { type: 'integer' },
    },
    $defs: { t: { enum: ['a', 'b'] } },
  } as const;

  it('accepts what fits', () =>
    expect(validator.validateFormData({ q: 'hi', n: 3, t: 'a' }, schema as never).errors).toEqual(
      [],
    ));

  it('puts what is missing at its own field', () =>
    expect(validator.validateFormData({}, schema as never).errorSchema).toMatchObject({
      q: { __errors: ['This is required.'] },
    }));

  it.each([
    [{ q: 'x' }, '.q'],
    [{ q: 'xx', n: 9 }, '.n'],
    [{ q: 'xx', t: 'z' }, '.t'],
    [{ q: 'xx', 'a/b': 'z' }, '.a/b'],
  ])('%j fails at %s', (data, place) => {
    const { errors } = validator.validateFormData(data, schema as never);
    expect(errors.map(({ property }) => property)).toContain(place);
  });

  it('finds definitions of the whole from inside a part', () =>
    expect(validator.isValid({ $ref: '#/$defs/t' }, 'z', schema as never)).toBe(false));

  it.each([
    ['{"multipleOf": 3}', '9007199254740993', true],
    ['{"exclusiveMinimum": 9007199254740992}', '9007199254740993', true],
    ['{"minimum": 9007199254740993}', '9007199254740993', true],
    ['{"maximum": 9007199254740993}', '9007199254740999', false],
    ['{"type": "integer"}', '9007199254740993', true],
    ['{"type": "string"}', '9007199254740993', false],
    ['{"uniqueItems": true}', '[9007199254740992, 9007199254740993]', true],
    [
      '{"oneOf": [{"const": 9007199254740992}, {"const": 9007199254740993}]}',
      '9007199254740993',
      true,
    ],
    ['{"maximum": 3.0, "multipleOf": 0.50}', '1.50', true],
    ['{"maximum": 3.0}', '3.50', false],
    ['{"enum": [1.50]}', '1.5', true],
  ])('holds to %s the number %s: %s', (rule, data, fits) => {
    const schema = schemaInForm(readJson(rule)) as never;
    expect(validator.isValid(schema, toForm(readJson(data)), schema)).toBe(fits);
  });

  it('answers at once although a pattern would take a backtracking engine for ever', () => {
    const evil = { type: 'object', properties: { x: { type: 'string', pattern: '^(a+)+$' } } };
    const value = { x: `${'a'.repeat(60)}!` };
    expect(validator.validateFormData(value, evil as never).errors).toEqual([]);
  });
});

describe('withoutPatterns', () => {
  it('drops patterns but not the fields that are called so', () => {
    const schema = {
      properties: {
        pattern: { type: 'string', pattern: '^a' },
        patternProperties: { type: 'object', patternProperties: { '^x': {} } },
      },
      default: { pattern: 'kept' },
      items: [{ pattern: 'b' }],
    };
    expect(withoutPatterns(schema)).toEqual({
      properties: { pattern: { type: 'string' }, patternProperties: { type: 'object' } },
      default: { pattern: 'kept' },
      items: [{}],
    });
  });

  it('forbids nothing that a dropped pattern allowed', () => {
    const schema = { patternProperties: { '^x': {} }, additionalProperties: false };
    expect(withoutPatterns(schema)).toEqual({});
  });
});
