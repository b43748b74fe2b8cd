import { expect, it } from 'vitest';
import { arrange, type Entry } from './entries';
import { fuzzy } from './fuzzy';

const TOOLS: Entry = { id: '/tools', kind: 'place', label: 'Go to Tools', path: '/tools' };
const THEME: Entry = { id: 'action:dark', kind: 'action', label: 'Appearance: dark' };
const CSV: Entry = {
  id: 'tool_1',
  kind: 'tool',
  label: 'Read a table',
  hint: 'read_csv',
  path: '/tools/tool_1',
};
const RUN: Entry = {
  id: 'execution_ab12',
  kind: 'execution',
  label: 'Read a table',
  hint: 'execution_ab12',
  path: '/x',
};
const KNOWN = [TOOLS, THEME, CSV, RUN];

const ids = (query: string, saved: Entry[] = []) =>
  arrange(query, KNOWN, saved as never).map(({ name, entries }) => [
    name,
    ...entries.map(({ id }) => id),
  ]);

it('finds letters in their order, and likes the starts of words best', () => {
  expect(fuzzy('gt', 'Go to Tools')).toBeGreaterThan(fuzzy('gt', 'agent') ?? 0);
  expect(fuzzy('csv', 'read_csv')).toBeGreaterThan(fuzzy('csv', 'case voter') ?? 0);
  expect(fuzzy('xyz', 'read_csv')).toBeUndefined();
  expect(fuzzy('工具', '前往工具')).toBeGreaterThan(0);
});

it('shows what was used lately first, as it is called now, and no runs unasked', () => {
  expect(ids('', [{ ...CSV, label: 'Its old name' }])).toEqual([
    ['recent', 'tool_1'],
    ['place', '/tools'],
    ['action', 'action:dark'],
  ]);
});

it('prefers what was used lately among what fits as well', () => {
  expect(ids('read table')[0]).toEqual(['tool', 'tool_1']);
  expect(ids('read table', [RUN])[0]).toEqual(['execution', 'execution_ab12']);
});

it('forgets a page that one may no longer open', () =>
  expect(
    ids('', [{ id: '/settings/people', kind: 'place', label: 'People', path: '/settings/people' }]),
  ).toEqual([
    ['place', '/tools'],
    ['action', 'action:dark'],
    ['tool', 'tool_1'],
  ]));

it('keeps what the server found by words that are not shown', () => {
  const found: Entry = {
    id: 'tool_2',
    kind: 'tool',
    label: 'Sums',
    found: true,
    path: '/tools/tool_2',
  };
  expect(arrange('invoice', [...KNOWN, found], []).flatMap(({ entries }) => entries)).toEqual([
    found,
  ]);
});
