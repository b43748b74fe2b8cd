import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { move, treeOf } from '../jsonEdit';
import { type JsonNode, nodeAt, walkTree } from '../jsonTree';
import { limitsOf, otherKeywords } from './keywords';
import { outlineOf, type Row } from './outline';
import {
  addProperty,
  moveSchema,
  removeSchema,
  renameSchema,
  setKeyword,
  takesFields,
} from './schemaEdit';

const SUITE = join(import.meta.dirname, '../../../../../tests/conformance/json_schema/suite');

/** The text of every schema in the official JSON Schema test suite: whatever is said under `schema`. */
function schemasOf(draft: string): string[] {
  const text = readFileSync(join(SUITE, `${draft}.json`), 'utf8');
  return [...walkTree(treeOf(text))]
    .filter(([path, node]) => path.at(-1) === 'schema' && isSchema(node))
    .map(([, { start, end }]) => text.slice(start, end));
}
const isSchema = (node: JsonNode) =>
  node.kind === 'object' || (node.kind === 'scalar' && typeof node.value === 'boolean');

/** There and back again: what is left must be what was there, in meaning and order. */
function thereAndBack(text: string, { path, kind, index, count }: Row): string[] {
  const tree = treeOf(text);
  const made: string[] = [];
  const node = nodeAt(tree, path);
  if (node?.kind === 'object' && node.members.length > 0)
    made.push(setKeyword(setKeyword(text, path, 'x-new', '1.0'), path, 'x-new', null));
  if (node?.kind === 'object' && takesFields(node) && nodeAt(tree, [...path, 'properties'])) {
    const added = addProperty(text, path, 0);
    if (outlineOf(tree).some((row) => row.path.length === path.length + 2))
      made.push(removeSchema(added.text, added.path));
  }
  if (kind === 'property' || kind === 'definition') {
    made.push(move(moveSchema(text, path, count - 1 - index), path, index));
    const there = renameSchema(text, path, 'x-another');
    made.push(renameSchema(there.text, there.path, String(path.at(-1))).text);
  }
  return made;
}

describe.each(['draft7', 'draft2020-12'])('the schemas of the official test suite, %s', (draft) => {
  const schemas = schemasOf(draft);

  it('are many', () => expect(schemas.length).toBeGreaterThan(200));

  it('are drawn, and come back from every edit as they were', () => {
    for (const text of schemas)
      for (const row of outlineOf(treeOf(text))) {
        const node = nodeAt(treeOf(text), row.path) as JsonNode;
        expect(() => [otherKeywords(node), limitsOf(node)]).not.toThrow();
        for (const back of thereAndBack(text, row))
          expect(JSON.stringify(JSON.parse(back))).toBe(JSON.stringify(JSON.parse(text)));
      }
  });
});
