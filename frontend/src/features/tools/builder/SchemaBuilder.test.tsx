import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Look } from '@/app/Look';
import SchemaBuilder, { type SchemaBuilderProps } from './SchemaBuilder';

const SCHEMA = `{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "type": "object",
  "x-first": 1.50,
  "properties": {
    "amount": { "type": "number", "minimum": 9007199254740993 },
    "to": { "$ref": "#/$defs/person" },
    "lines": {
      "type": "array",
      "items": { "type": "object", "properties": { "text": { "type": "string" } } }
    }
  },
  "required": ["amount"],
  "$defs": { "person": { "type": "object", "oneOf": [{}, {}] } }
}
`;

type Field = SchemaBuilderProps['field'];

let written = '';
function Held(props: { text: string; readOnly: boolean; field: Field }) {
  const { text, readOnly, field } = props;
  const [now, setNow] = useState(text);
  written = now;
  return (
    <SchemaBuilder
      text={now}
      onChange={setNow}
      label="Input schema"
      problems={[
        {
          code: 'INVALID_INPUT',
          message: 'must be a number',
          field: ['content', 'inputSchema', 'properties', 'amount', 'minimum'],
        },
      ]}
      field={field}
      readOnly={readOnly}
    />
  );
}

function open(text = SCHEMA, readOnly = false, field: Field = 'inputSchema') {
  written = text;
  render(
    <Look>
      <Held text={text} readOnly={readOnly} field={field} />
    </Look>,
  );
}
// By attributes: asking for roles is slow in a page with so many fields.
const items = () => [...document.querySelectorAll('[role="treeitem"]')];
const names = () => items().map((each) => each.textContent);
const field = (name: string) =>
  items().find((each) => each.textContent?.startsWith(name)) as Element;
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.querySelector('[aria-selected="true"]') as Element, { key, ...more });
const set = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the schema builder', () => {
  it.each([
    ['inputSchema', true],
    ['outputSchema', false],
  ] as const)('keeps the whole of the %s an object: %s', (name, must) => {
    open('{ "type": "object" }', false, name);
    expect((screen.getByLabelText('Type') as HTMLInputElement).disabled).toBe(must);
    expect(screen.queryAllByLabelText('Or null')).toHaveLength(must ? 0 : 1);
  });

  it('draws every field where it is, and opens the one with a problem', () => {
    open();
    expect(names()).toEqual([
      'Input schemaobject',
      'amount*Requirednumber',
      'toperson',
      'linesobject[]',
      'each entryobject',
      'textstring',
      'personobjectdefinition',
    ]);
    fireEvent.click(field('amount'));
    expect(screen.getByText('must be a number')).toBeInTheDocument();
    expect(screen.getByLabelText('At least')).toHaveValue('9007199254740993');
  });

  it('writes what is typed and nothing else', () => {
    open();
    fireEvent.click(field('amount'));
    set('At most', '1.250');
    expect(written).toBe(
      SCHEMA.replace('9007199254740993 }', '9007199254740993, "maximum": 1.250 }'),
    );
    set('At most', '1.2.');
    expect(screen.getByText(/^That is no number/)).toBeInTheDocument();
    expect(written).toContain('"maximum": 1.250');
    set('At most', '');
    expect(written).toBe(SCHEMA);
  });

  it('renames letter by letter, with what is required, and refuses a name that is taken', () => {
    open();
    fireEvent.click(field('amount'));
    set('Name', 'lines');
    expect(screen.getByText('There is a field lines already.')).toBeInTheDocument();
    expect(written).toBe(SCHEMA);
    set('Name', 'total');
    expect(written).toBe(SCHEMA.replaceAll('"amount"', '"total"'));
    expect(field('total')).toHaveAttribute('aria-selected', 'true');
  });

  it('is worked by keys alone: walk, add, move, remove, undo', () => {
    open();
    press('ArrowDown');
    press('ArrowDown', { altKey: true });
    expect(names().slice(1, 3)).toEqual(['toperson', 'amount*Requirednumber']);
    press('Insert');
    expect(names().slice(1, 4)).toEqual(['toperson', 'amount*Requirednumber', 'fieldstring']);
    press('Delete');
    press('z', { ctrlKey: true });
    expect(names()[3]).toBe('fieldstring');
    press('z', { ctrlKey: true });
    press('z', { ctrlKey: true });
    expect(written).toBe(SCHEMA);
    press('z', { ctrlKey: true, shiftKey: true });
    expect(names().slice(1, 3)).toEqual(['toperson', 'amount*Requirednumber']);
  });

  it('shows what it has no form for as JSON, and takes nothing that is no JSON', () => {
    open();
    fireEvent.click(field('person'));
    expect(screen.getByLabelText('oneOf')).toHaveValue('[{}, {}]');
    set('oneOf', '[{}, {"minProperties": 1.0}]');
    expect(written).toBe(SCHEMA.replace('[{}, {}]', '[{}, {"minProperties": 1.0}]'));
    const kept = written;
    set('oneOf', '[{}, ');
    expect(screen.getByText(/isn't JSON yet/)).toBeInTheDocument();
    expect(written).toBe(kept);
    expect(screen.getByLabelText('1 field refers to this definition')).toBeDisabled();
  });

  it('takes values line by line, and says which are given twice', () => {
    open('{"type": "object", "properties": {"unit": {"type": "string"}}}');
    fireEvent.click(field('unit'));
    const label = 'Only these values, one a line';
    set(label, 'cm\n');
    set(label, 'cm\ninch');
    expect(JSON.parse(written).properties.unit).toEqual({ type: 'string', enum: ['cm', 'inch'] });
    set(label, 'cm\ncm');
    expect(screen.getByText('A value is given twice.')).toBeInTheDocument();
  });

  it('says why it can draw nothing, and changes nothing', () => {
    open('{"type": }');
    expect(screen.getByText(/isn't JSON at line 1, column 10/)).toBeInTheDocument();
    expect(written).toBe('{"type": }');
  });

  it('lets those who may only read look', () => {
    open(SCHEMA, true);
    fireEvent.click(field('amount'));
    expect(screen.getByLabelText('At least')).toHaveAttribute('readonly');
    expect(screen.queryByText('Add a field')).not.toBeInTheDocument();
    press('Delete');
    expect(written).toBe(SCHEMA);
  });
});
