import type { TFunction } from 'i18next';
import { isExact, writeJson } from '@/json/exact';
import type { CodeHelp, Suggestion } from '@/ui/code/types';
import type { Draft } from '../content';
import { parseJson } from '../jsonText';
import { isSchema, type JsonSchema, typeName } from '../schema';
import { choiceOf } from '../scripts';

/** What scripts can import: modules, each with the public names in it. */
export type Modules = Readonly<Record<string, readonly string[]>>;

type Field = { name: string; type: string; text: string; required: boolean; fallback?: unknown };
type Words = TFunction<'editor'>;

/** The fields of the input, as far as the schema can be read. */
export function inputFields(inputSchema: string): Field[] {
  const parsed = parseJson(inputSchema);
  const schema = parsed.problem ? null : parsed.value;
  if (!isSchema(schema) || !isSchema(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties as Record<string, unknown>).map(([name, value]) => {
    const field: JsonSchema = isSchema(value) ? value : {};
    const text = [field.title, field.description].filter((each) => typeof each === 'string');
    return {
      name,
      type: typeName(value),
      text: text.join(' — '),
      required: required.includes(name),
      fallback: field.default,
    };
  });
}

/** Completions and explanations for a tool's script: the contract, the input's fields, what can be imported. */
export function scriptHelp(
  draft: Pick<Draft, 'executor' | 'config' | 'inputSchema'>,
  modules: Modules,
  t: Words,
): CodeHelp {
  const fields = inputFields(draft.inputSchema);
  return draft.executor === 'SHELL'
    ? shellHelp(fields, t)
    : pythonHelp(fields, modules, choiceOf(draft) === 'MAIN', t);
}

const IDENTIFIER = /^[A-Za-z_]\w*$/;
const last = (pattern: RegExp, text: string) => pattern.exec(text);

function pythonHelp(fields: Field[], modules: Modules, isMain: boolean, t: Words): CodeHelp {
  const explain = (word: string) => {
    const field = fields.find(({ name }) => name === word);
    if (word === 'main') return t('help.main');
    if (word === 'ARTIFACTS') return t('help.artifacts');
    return field && `\`${field.name}\`: ${field.type}${field.text ? ` — ${field.text}` : ''}`;
  };
  const suggest = (before: string, text: string) =>
    imports(before, modules) ??
    members(before, text, modules) ??
    keys(before, fields) ??
    contract(before, fields, isMain, t);
  return { suggest, explain };
}

/** After `import` and `from`: modules; after `from … import`: the names in one. */
function imports(before: string, modules: Modules): Suggestion[] | null {
  const names = last(/^\s*from\s+([\w.]+)\s+import\s+(?:.*[,(]\s*)?(\w*)$/, before);
  if (names) {
    const [, module = '', typed = ''] = names;
    const inside = (modules[module] ?? []).map((label) => suggestion(label, 'name', typed, module));
    const inner = Object.keys(modules).filter((name) => isDirectly(name, module));
    return [
      ...inside,
      ...inner.map((name) => suggestion(name.slice(module.length + 1), 'module', typed, module)),
    ];
  }
  const module = last(/^\s*(?:from\s+|import\s+(?:.*,\s*)?)([\w.]*)$/, before);
  if (!module) return null;
  const typed = module[1] ?? '';
  return Object.keys(modules)
    .filter((name) => typed.includes('.') === name.includes('.') || name.startsWith(typed))
    .filter((name) => typed !== '' || !name.includes('.'))
    .map((name) => suggestion(name, 'module', typed));
}

const isDirectly = (name: string, module: string) =>
  name.startsWith(`${module}.`) && !name.slice(module.length + 1).includes('.');

const suggestion = (
  label: string,
  kind: Suggestion['kind'],
  typed: string,
  detail?: string,
): Suggestion => ({ label, kind, replaces: typed.length, detail });

/** After `json.`: what is in the module that goes by this name. */
function members(before: string, text: string, modules: Modules): Suggestion[] | null {
  const found = last(/(?:^|[^\w.])([A-Za-z_][\w.]*)\.(\w*)$/, before);
  if (!found) return null;
  const [, name = '', typed = ''] = found;
  const alias = new RegExp(`^\\s*import\\s+(?:.*,\\s*)?([\\w.]+)\\s+as\\s+${name}\\b`, 'm').exec(
    text,
  );
  const imported = new RegExp(`^\\s*import\\s+(?:.*,\\s*)?${name.replaceAll('.', '\\.')}\\b`, 'm');
  const module = alias?.[1] ?? (imported.test(text) ? name : null);
  if (!module || !modules[module]) return [];
  return modules[module].map((label) => suggestion(label, 'name', typed, module));
}

/** Inside `data["…`: the fields of the input. */
function keys(before: string, fields: Field[]): Suggestion[] | null {
  const found = last(/\w(?:\[|\.get\()(["'])([^"']*)$/, before);
  const typed = found?.[2] ?? '';
  return (
    found &&
    fields.map(({ name, type, text }) => ({
      ...suggestion(name, 'field', typed, type),
      documentation: text,
    }))
  );
}

/** Where a line begins: what a script of this kind is made of. */
function contract(before: string, fields: Field[], isMain: boolean, t: Words): Suggestion[] {
  const typed = last(/^\s*([A-Za-z_]*)$/, before)?.[1];
  if (typed === undefined) return [];
  const snippet = (label: string, insert: string, detail: string): Suggestion => ({
    label,
    insert,
    detail,
    kind: 'snippet',
    replaces: typed.length,
  });
  const log = isMain ? 'print("$1")' : 'print("$1", file=sys.stderr)';
  return [
    snippet('main', mainSnippet(fields), t('help.mainSnippet')),
    snippet('stdin', STDIN_SNIPPET, t('help.stdinSnippet')),
    snippet('log', log, t('help.logSnippet')),
    snippet('artifact', ARTIFACT_SNIPPET, t('help.artifactSnippet')),
  ];
}

const STDIN_SNIPPET = `import json\nimport sys\n\ndata = json.load(sys.stdin)\n$0\njson.dump({\${1:"result": None}}, sys.stdout)\n`;
const ARTIFACT_SNIPPET = `pathlib.Path(os.environ["ARTIFACTS"], "\${1:report.csv}").write_text(\${2:text})`;

/** What cannot be a parameter's name comes in as one of the rest. */
export function mainSnippet(fields: readonly Field[]): string {
  const named = fields.filter(({ name }) => IDENTIFIER.test(name) && !KEYWORDS.has(name));
  const first = named.filter(({ required, fallback }) => required && fallback === undefined);
  const others = named.filter((field) => !first.includes(field));
  const parameters = [
    ...first.map(({ name }) => name),
    ...others.map(({ name, fallback }) => `${name}=${literal(fallback)}`),
    ...(named.length < fields.length ? ['**fields'] : []),
  ];
  return `def main(${parameters.join(', ')}):\n    \${0:return {\\}}\n`;
}

/** A default as Python writes it, as far as it is simple; a snippet gives `$` and `}` a meaning of their own. */
function literal(value: unknown): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  const simple = typeof value === 'string' || typeof value === 'number' || isExact(value);
  return simple ? writeJson(value).replaceAll(/[\\$}]/g, '\\$&') : 'None';
}

const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

const variableName = (field: string) =>
  `INPUT_${field.toUpperCase().replaceAll(/[^A-Z0-9_]/g, '_')}`;

function shellHelp(fields: Field[], t: Words): CodeHelp {
  // Lists and objects are on stdin alone.
  const variables = fields.filter(({ type }) => !/^object$|\[\]$|^array$/.test(type));
  const suggest = (before: string): Suggestion[] => {
    const variable = last(/\$\{?(\w*)$/, before);
    const typed = variable?.[1] ?? last(/^\s*([A-Za-z]*)$/, before)?.[1];
    if (typed === undefined) return [];
    if (!variable)
      return [
        {
          ...suggestion('strict', 'snippet', typed, t('help.strictSnippet')),
          insert: 'set -euo pipefail\n',
        },
        {
          ...suggestion('log', 'snippet', typed, t('help.logSnippet')),
          insert: 'echo "$1" >&2',
        },
      ];
    return [
      ...variables.map(({ name, type, text }) => ({
        ...suggestion(variableName(name), 'variable', typed, `${name}: ${type}`),
        documentation: text,
      })),
      { ...suggestion('ARTIFACTS', 'variable', typed), documentation: t('help.artifacts') },
    ];
  };
  const explain = (word: string) => {
    const field = variables.find(({ name }) => variableName(name) === word);
    if (word === 'ARTIFACTS') return t('help.artifacts');
    return field && `\`${field.name}\`: ${field.type}${field.text ? ` — ${field.text}` : ''}`;
  };
  return { suggest, explain };
}
