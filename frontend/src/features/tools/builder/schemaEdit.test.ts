import { describe, expect, it } from 'vitest';
import { type Random, randomSchema, seeded } from '@/json/random';
import { move, put, take, textOf, treeOf } from '../jsonEdit';
import { type JsonNode, nodeAt, type Path } from '../jsonTree';
import { outlineOf, type Row } from './outline';
import {
  addDefinition,
  addProperty,
  moveSchema,
  namesIn,
  removeSchema,
  renameSchema,
  setKeyword,
  setRequired,
  setSecret,
  setTypes,
  takesFields,
} from './schemaEdit';

/** All that a JSON text says: order and the text of numbers too, only white space not. */
type Said = string | { list: Said[] } | { members: [string, Said][] };

function said(text: string, node: JsonNode = treeOf(text)): Said {
  if (node.kind === 'scalar') return textOf(text, node);
  if (node.kind === 'array') return { list: node.items.map((item) => said(text, item)) };
  return { members: node.members.map(({ name, value }) => [name, said(text, value)]) };
}

const saidAt = (text: string, path: Path) => {
  const node = nodeAt(treeOf(text), path);
  return node && said(text, node);
};

/** What is said everywhere but in some places. */
function saidBut(text: string, paths: readonly Path[]): Said {
  const present = paths.filter((path) => nodeAt(treeOf(text), path));
  return said(present.reduce((rest, path) => put(rest, path, 'null'), text));
}

const LAYOUTS: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll(/([{,[])(?=["{[\dtfn-])/g, '$1 '),
  (text) => spread(text, '  '),
  (text) => spread(text, '\t'),
];

/** The same on many lines, number texts kept. */
function spread(text: string, unit: string, node: JsonNode = treeOf(text), indent = ''): string {
  const inner = indent + unit;
  const parts =
    node.kind === 'object'
      ? node.members.map(
          ({ key, value }) => `${textOf(text, key)}: ${spread(text, unit, value, inner)}`,
        )
      : node.kind === 'array'
        ? node.items.map((item) => spread(text, unit, item, inner))
        : [];
  if (parts.length === 0) return textOf(text, node);
  const [open, close] = node.kind === 'object' ? '{}' : '[]';
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

const someText = (random: Random) => {
  let text = randomSchema(random, 2);
  while (treeOf(text).kind !== 'object') text = randomSchema(random, 2);
  return random.pick(LAYOUTS)(text);
};
const SEEDS = Array.from({ length: 120 }, (_, seed) => seed);
const rowsIn = (text: string, kind: Row['kind']) =>
  outlineOf(treeOf(text)).filter((row) => row.kind === kind);

/** Runs a check on a place of many schemas that have such a place. */
function forSome(kind: Row['kind'], check: (text: string, row: Row, random: Random) => void) {
  let seen = 0;
  for (const seed of SEEDS) {
    const random = seeded(seed);
    const text = someText(random);
    const rows = rowsIn(text, kind);
    if (rows.length === 0) continue;
    seen++;
    check(text, random.pick(rows), random);
  }
  expect(seen).toBeGreaterThan(30);
}

describe('an edit of any schema', () => {
  it('that sets a keyword changes that keyword alone, and its undoing brings back every character', () =>
    forSome('property', (text, { path }, random) => {
      const keyword = random.pick(['title', 'minimum', 'x-odd', 'type']);
      const value = random.pick(['"t"', '2.50', '{\n  "deep": [\n    1\n  ]\n}']);
      if (nodeAt(treeOf(text), path)?.kind === 'scalar') return;
      const old = nodeAt(treeOf(text), [...path, keyword]);
      const edited = setKeyword(text, path, keyword, value);
      expect(saidAt(edited, [...path, keyword])).toEqual(said(value));
      if (old) {
        expect(saidBut(edited, [[...path, keyword]])).toEqual(saidBut(text, [[...path, keyword]]));
        expect(said(put(edited, [...path, keyword], textOf(text, old)))).toEqual(said(text));
      } else expect(said(setKeyword(edited, path, keyword, null))).toEqual(said(text));
    }));

  it('that renames a field leaves it where it is, and back again nothing has changed', () =>
    forSome('property', (text, { path, index }) => {
      const holder = path.slice(0, -1);
      const edited = renameSchema(text, path, 'fresh "name"/~');
      expect(namesIn(edited.text, holder)[index]).toBe('fresh "name"/~');
      expect(edited.path).toEqual([...holder, 'fresh "name"/~']);
      const back = renameSchema(edited.text, edited.path, String(path.at(-1)));
      expect(said(back.text)).toEqual(said(text));
    }));

  it('that moves a field keeps all of it, and moved back every character is as it was', () =>
    forSome('property', (text, { path, index, count }, random) => {
      const to = random.below(count);
      const holder = path.slice(0, -1);
      const expected = namesIn(text, holder);
      expected.splice(to, 0, ...expected.splice(index, 1));
      const edited = moveSchema(text, path, to - index);
      expect(namesIn(edited, holder)).toEqual(expected);
      expect(saidAt(edited, path)).toEqual(saidAt(text, path));
      expect(move(edited, path, index)).toBe(text);
    }));

  it('that adds a field touches nothing else, and taking it away again leaves what was there', () =>
    forSome('property', (text, { path, count }, random) => {
      const holder = path.slice(0, -2);
      const at = random.below(count + 1);
      const added = addProperty(text, holder, at);
      expect(namesIn(added.text, [...holder, 'properties'])[at]).toBe(added.path.at(-1));
      expect(removeSchema(added.text, added.path)).toBe(text);
    }));

  it('that takes a field away takes its name out of what is required, and nothing more', () =>
    forSome('property', (text, { path }) => {
      const required = [...path.slice(0, -2), 'required'];
      const edited = removeSchema(text, path);
      const gone = take(text, path);
      expect(saidBut(edited, [required])).toEqual(
        nodeAt(treeOf(edited), required)
          ? saidBut(gone, [required])
          : said(withoutIt(gone, required)),
      );
      expect(rowsIn(edited, 'property').map(({ key }) => key)).not.toContain(`/${path.join('/')}`);
    }));

  it('that makes a field required or not says so, and says it back', () =>
    forSome('property', (text, row) => {
      const edited = setRequired(text, row.path, !row.required);
      const now = rowsIn(edited, 'property').find(({ key }) => key === row.key);
      expect(now?.required).toBe(!row.required);
      const required = [...row.path.slice(0, -2), 'required'];
      const back = setRequired(edited, row.path, row.required);
      expect(said(withoutIt(back, required))).toEqual(said(withoutIt(text, required)));
    }));

  it('stays JSON in which every schema keeps its place, however many edits follow one another', () => {
    for (const seed of SEEDS) {
      const random = seeded(seed);
      let text = someText(random);
      for (let step = 0; step < 8; step++) text = anyEdit(text, random);
      expect(() => JSON.parse(text)).not.toThrow();
      expect(treeOf(text).kind).toBe('object');
    }
  });
});

const withoutIt = (text: string, path: Path) =>
  nodeAt(treeOf(text), path) ? take(text, path) : text;

function anyEdit(text: string, random: Random): string {
  const tree = treeOf(text);
  const { path, kind, index, count } = random.pick(outlineOf(tree));
  const named = kind === 'property' || kind === 'definition';
  const edits = [
    () => setKeyword(text, path, 'title', '"A title"'),
    () => setTypes(text, path, random.pick([[], ['array'], ['integer', 'null']])),
    () => setSecret(text, path, random.chance(0.5)),
    () => addDefinition(text).text,
    () => (takesFields(nodeAt(tree, path)) ? addProperty(text, path).text : text),
    () => (named ? removeSchema(text, path) : text),
    () => (named ? renameSchema(text, path, `n${random.below(1e9)}`).text : text),
    () => (named ? moveSchema(text, path, random.below(count) - index) : text),
    () => (kind === 'property' ? setRequired(text, path, random.chance(0.5)) : text),
  ];
  return random.pick(edits)();
}

describe('edits as people make them', () => {
  const TEXT = `{
  "type": "object",
  "required": ["amount"],
  "properties": {
    "amount": { "type": "number", "minimum": 1.50, "x-unit": "EUR" },
    "to": { "$ref": "#/$defs/person" }
  },
  "$defs": {
    "person": { "type": "object" }
  }
}
`;

  it('follow a field in what is required, where it stands', () => {
    const { text } = renameSchema(TEXT, ['properties', 'amount'], 'total');
    expect(text).toBe(TEXT.replace('["amount"]', '["total"]').replace('"amount":', '"total":'));
  });

  it('take along what refers to a definition', () => {
    const { text } = renameSchema(TEXT, ['$defs', 'person'], 'human being');
    expect(text).toContain('"$ref": "#/$defs/human%20being"');
    expect(text).toContain('"human being": { "type": "object" }');
  });

  it('write a new field the way the others are written', () => {
    const { text } = addProperty(TEXT, [], 1);
    expect(text).toContain(
      '"x-unit": "EUR" },\n    "field": {\n      "type": "string"\n    },\n    "to":',
    );
  });

  it('begin with nothing', () => {
    const first = addProperty('{}', []);
    expect(first.text).toBe(
      '{\n  "properties": {\n    "field": {\n      "type": "string"\n    }\n  }\n}',
    );
    expect(addProperty(first.text, []).path).toEqual(['properties', 'field_2']);
    const nested = setTypes(first.text, first.path, ['object']);
    expect(addProperty(nested, first.path).path).toEqual([...first.path, 'properties', 'field']);
  });

  it('mark a text as a secret, so that it is typed unseen and redacted, and unmark it', () => {
    const field: Path = ['properties', 'to'];
    const open = setTypes(TEXT, field, ['string']);
    const marked = setSecret(open, field, true);
    expect(JSON.parse(marked).properties.to).toEqual({
      type: 'string',
      writeOnly: true,
      format: 'password',
    });
    expect(setSecret(marked, field, false)).toBe(open);
  });

  it('leave alone what is not as they know it', () => {
    const odd = '{"properties": {"a": {}}, "required": true}';
    expect(setRequired(odd, ['properties', 'a'], true)).toBe(odd);
    expect(takesFields(treeOf('{"properties": []}'))).toBe(false);
  });
});
