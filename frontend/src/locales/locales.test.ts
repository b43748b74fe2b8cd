import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from './en';

/** Texts that are the same in both languages: names, and words of programs. */
const NAMES = [
  'ABI {{abi}}',
  'Anthropic',
  'GraphiQL',
  'JSON',
  'Landlock',
  'MCP',
  'OpenAI',
  'OpenAI strict',
  'PostgreSQL {{version}}',
  'Python',
  'Shell',
  'Toolcrib',
  'stderr',
  'Claude Code',
  'Claude Desktop',
  'Cursor',
  'VS Code',
];
const PLURAL = /_(zero|one|two|few|many|other)$/;

type Texts = { [key: string]: string | Texts };
type Text = [key: string, text: string];

const namespaces = (language: string) =>
  readdirSync(join(import.meta.dirname, language))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length));

function flat(texts: Texts, path = ''): Text[] {
  return Object.entries(texts).flatMap(([key, value]): Text[] =>
    typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`),
  );
}

function read(language: string, namespace: string): Text[] {
  const path = join(import.meta.dirname, language, `${namespace}.json`);
  return flat(JSON.parse(readFileSync(path, 'utf8')) as Texts);
}

/** `{{count, number}}` and `<bold>`: what a text must hand on whatever the language. */
const slots = (text: string) => (text.match(/\{\{.*?\}\}|<\/?[^>]+>/g) ?? []).sort();

const ruleOf = (language: string) =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();

/** The plural forms of each key: `{"log.lines": ["one", "other"]}`. */
function pluralForms(texts: Text[]): Record<string, string[]> {
  const forms: Record<string, string[]> = {};
  for (const [key] of texts) {
    const form = PLURAL.exec(key)?.[1];
    if (!form) continue;
    const stem = key.replace(PLURAL, '');
    forms[stem] = [...(forms[stem] ?? []), form];
  }
  return forms;
}

it('has the same namespaces in each language, and types them all', () => {
  expect(namespaces('zh')).toEqual(namespaces('en'));
  expect(Object.keys(en).toSorted()).toEqual(namespaces('en').toSorted());
});

describe.each(namespaces('en'))('%s', (namespace) => {
  const english = read('en', namespace);
  const chinese = read('zh', namespace);

  it('has the same keys in each language', () => {
    const keys = (texts: Text[]) => [...new Set(texts.map(([key]) => key.replace(PLURAL, '')))];
    expect(keys(chinese).toSorted()).toEqual(keys(english).toSorted());
  });

  it('has the plural forms that each language counts with', () => {
    for (const [language, texts] of [
      ['en', english],
      ['zh', chinese],
    ] as const)
      for (const [key, forms] of Object.entries(pluralForms(texts)))
        expect(forms.toSorted(), `${language}: ${key}`).toEqual(ruleOf(language));
  });

  it('hands on the same values and tags in each language', () => {
    const other = new Map(english.map(([key, text]) => [key.replace(PLURAL, ''), text]));
    for (const [key, text] of chinese)
      expect(slots(text), key).toEqual(slots(other.get(key.replace(PLURAL, '')) ?? ''));
  });

  it('is translated, every text of it', () => {
    const same = chinese.filter(
      ([, text]) =>
        !/\p{Script=Han}/u.test(text) &&
        !NAMES.includes(text) &&
        /\p{L}{2}/u.test(text.replaceAll(/\{\{.*?\}\}/g, '')),
    );
    expect(same).toEqual([]);
    expect([...english, ...chinese].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('is written as the glossary says', () => {
    const careless = chinese.filter(([, text]) =>
      /\p{Script=Han}[,;:!?](?!\/)|[您]|代理|\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.test(
        text,
      ),
    );
    expect(careless).toEqual([]);
  });
});
