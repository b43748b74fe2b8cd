// Fails when the JavaScript that the first page needs grows over its budget.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const BUDGET_BYTES = 350_000;
const built = new URL('../../backend/toolcrib/console/', import.meta.url);
const read = (path) => readFileSync(fileURLToPath(new URL(path, built)));
const manifest = JSON.parse(read('.vite/manifest.json').toString());

function staticFiles(entry, seen = new Set()) {
  const chunk = manifest[entry];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) staticFiles(imported, seen);
  return seen;
}

const files = [...staticFiles('index.html')].filter((file) => file.endsWith('.js'));
const sized = files.map((file) => ({ file, bytes: gzipSync(read(file), { level: 9 }).length }));
const total = sized.reduce((sum, { bytes }) => sum + bytes, 0);
for (const { file, bytes } of sized.sort((a, b) => b.bytes - a.bytes))
  console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${file}`);
console.log(
  `${(total / 1000).toFixed(1).padStart(8)} kB  initial JavaScript, gzip (budget ${BUDGET_BYTES / 1000} kB)`,
);
if (total > BUDGET_BYTES) process.exit(1);
