// Fails when what a visitor must load grows over its budget: the first page's JavaScript, and each heavy part that
// comes later. All in bytes, gzip.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const KIB = 1024;
const INITIAL = 350_000;
const CHUNK = 80 * KIB;
/** The code editor, with all that it can't do without. */
const EDITOR = { part: 'src/ui/code/MonacoEditor.tsx', budget: 820 * KIB };
/** Large by nature, and loaded only where it is needed. */
const FORMS = { name: /^assets\/SchemaFields/, budget: 200 * KIB };
/** GraphiQL is a page of its own; workers run beside a page. */
const ELSEWHERE = /graphiql|graphql|\.worker/i;

const built = new URL('../../backend/toolcrib/console/', import.meta.url);
const read = (path) => readFileSync(fileURLToPath(new URL(path, built)));
const manifest = JSON.parse(read('.vite/manifest.json').toString());
const sizes = new Map();

function sizeOf(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(read(file), { level: 9 }).length);
  return sizes.get(file);
}

/** The scripts that a chunk can't do without. */
function staticFiles(key, seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) staticFiles(imported, seen);
  return seen;
}

const scripts = (files) => [...files].filter((file) => file.endsWith('.js'));
const total = (files) => files.reduce((sum, file) => sum + sizeOf(file), 0);
const shown = (bytes) => `${(bytes / 1000).toFixed(1).padStart(8)} kB`;

const initial = scripts(staticFiles('index.html'));
const editor = scripts(staticFiles(EDITOR.part)).filter((file) => !initial.includes(file));
const known = new Set([...initial, ...editor]);
const later = scripts(new Set(Object.values(manifest).map(({ file }) => file)))
  .filter((file) => !known.has(file) && !ELSEWHERE.test(file))
  .map((file) => {
    const budget = FORMS.name.test(file) ? FORMS.budget : CHUNK;
    return { file, bytes: sizeOf(file), budget };
  })
  .concat({ file: 'the code editor', bytes: total(editor), budget: EDITOR.budget })
  .sort((a, b) => b.bytes - a.bytes);

for (const file of initial.sort((a, b) => sizeOf(b) - sizeOf(a)))
  console.log(`${shown(sizeOf(file))}  ${file}`);
console.log(`${shown(total(initial))}  initial JavaScript (budget ${INITIAL / 1000} kB)\n`);
console.log('The largest of what is loaded later:');
for (const { file, bytes, budget } of later.slice(0, 12))
  console.log(`${shown(bytes)}  ${file} (budget ${(budget / 1000).toFixed(0)} kB)`);

const over = later.filter(({ bytes, budget }) => bytes > budget);
for (const { file, bytes, budget } of over)
  console.error(`${file} is ${shown(bytes - budget).trim()} over its budget.`);
if (total(initial) > INITIAL) console.error('The first page is over its budget.');
if (over.length > 0 || total(initial) > INITIAL) process.exit(1);
