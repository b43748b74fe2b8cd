// Adds entries for optional platform packages that the registry in use does not serve, so that `npm ci` accepts the lock file:
// npm leaves an optional dependency it could not find out of the lock, and `npm ci` then fails with "Missing: … from lock file".
import { readFileSync, writeFileSync } from 'node:fs';

const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'aix',
];
const PROCESSORS = [
  'arm64',
  'x64',
  'ia32',
  'arm',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
];

function platformEntry(name, version, dev) {
  const words = name.split('/').pop().split(/[-_.]/);
  const system = SYSTEMS.find((word) => words.includes(word));
  if (!system || !/^\d/.test(version)) return undefined;
  const processor = PROCESSORS.find((word) => words.includes(word));
  return {
    version,
    ...(processor ? { cpu: [processor] } : {}),
    dev,
    ...(words.includes('musl') ? { libc: ['musl'] } : {}),
    optional: true,
    os: [system],
  };
}

const file = process.argv[2] ?? 'package-lock.json';
const lock = JSON.parse(readFileSync(file, 'utf8'));
let added = 0;
for (const [where, owner] of Object.entries(lock.packages)) {
  delete owner.funding; // addresses have no place in a lock file
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (lock.packages[`${where}/${place}`] || lock.packages[place]) continue;
    const entry = platformEntry(name, version, owner.dev);
    if (!entry) continue;
    lock.packages[place] = entry;
    added++;
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`added ${added} entries`);
