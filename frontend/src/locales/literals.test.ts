import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';

/** Attributes that people read or hear. */
const SPOKEN = new Set([
  'aria-label',
  'aria-description',
  'alt',
  'title',
  'placeholder',
  'label',
  'description',
  'okText',
  'cancelText',
]);
/** What is a name, a unit or code in every language. */
const NAMES = new Set(['toolcrib signin-link', 'Ctrl', 'Enter']);

type Node = { type: string; start: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function* nodes(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield* nodes(child);
}

/** The words that a node of JSX puts on the page as they stand. */
function literal(node: Node): string | undefined {
  if (node.type === 'JSXText') return node.value as string;
  if (node.type !== 'JSXAttribute') return undefined;
  const { name, value } = node as unknown as { name: { name: string }; value: Node | null };
  return SPOKEN.has(name.name) && value?.type === 'Literal' ? String(value.value) : undefined;
}

const isWord = (text: string) => /\p{L}{2}/u.test(text) && !NAMES.has(text);

function literalsIn(source: string): string[] {
  const tree = parseAst(source, { lang: 'tsx' }) as unknown as Node;
  return [...nodes(tree)].flatMap((node) => literal(node)?.trim() ?? []).filter(isWord);
}

it('finds words in code, so that it would find yours', () => {
  const source = `const A = () => <p title="Hello">World <b aria-label="x">{t('a.b')}</b></p>;`;
  expect(literalsIn(source)).toEqual(['Hello', 'World']);
});

it('has no words in code: they are texts, in each language', () => {
  const src = join(import.meta.dirname, '..');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tsx') && !name.includes('.test.') && !name.startsWith('graphiql'),
  );
  const found = files.flatMap((name) =>
    literalsIn(readFileSync(join(src, name), 'utf8')).map((text) => `${name}: ${text}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
