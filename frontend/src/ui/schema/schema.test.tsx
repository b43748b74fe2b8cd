import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from 'antd';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Look } from '@/app/Look';
import type { UserError } from '@/graph/useAction';
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
