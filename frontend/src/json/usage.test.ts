import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');

/** Who may use the browser's own reader and writer, which round numbers: what they see is never people's own JSON. */
const ALLOWED = [
  'app/stored.ts', // the console's own settings
  'features/connect/snippets.ts', // texts and addresses
  'features/sign-in/session.ts', // names and passwords
  'features/tools/builder/Details.tsx', // a text becomes JSON text
  'features/tools/builder/TypeField.tsx',
  'features/tools/builder/ValueFields.tsx',
  'features/tools/builder/schemaEdit.ts',
  'features/tools/builder/values.ts',
  'features/tools/editor/PolicyForm.tsx', // compares settings
  'features/tools/jsonEdit.ts', // names
  'features/tools/jsonTree.ts', // one token, whose text is kept beside its value
  'features/tools/transfer/useExport.ts', // counts tools; the text itself is saved
  'graph/useConnectionPages.ts', // a list's filter
  'json/exact.ts',
  'json/random.ts', // tests
];

it('no number of people goes through the browser’s own JSON', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|graph\/generated\//.test(name))
    .filter((name) =>
      /\bJSON\.(?:parse|stringify)\(/.test(readFileSync(join(SOURCE, name), 'utf8')),
    );
  expect(files.filter((name) => !ALLOWED.includes(name))).toEqual([]);
});
