import { describe, expect, it } from 'vitest';
import en from '@/locales/en/audit.json';
import { ACTIONS, actionKey } from './actions';
import { changesBetween } from './changes';
import { readFilters, toQueryFilter } from './filter';

describe('what a line changed', () => {
  it('is only what differs', () => {
    const before = { name: 'a', tags: ['x'], kept: { n: 1 } };
    expect(changesBetween(before, { name: 'b', tags: ['x'], kept: { n: 1 }, more: null })).toEqual([
      { field: 'name', before: 'a', after: 'b' },
      { field: 'more', before: undefined, after: null },
    ]);
  });

  it('is all of it where one side is missing', () => {
    expect(changesBetween(null, { name: 'b' })).toEqual([
      { field: 'name', before: undefined, after: 'b' },
    ]);
    expect(changesBetween({ name: 'a' }, null)).toEqual([
      { field: 'name', before: 'a', after: undefined },
    ]);
  });
});

it('has words for every action', () => {
  const words = en.action as Record<string, string>;
  for (const action of ACTIONS)
    expect(words[actionKey(action)?.slice('action.'.length) ?? '']).toBeTruthy();
  expect(actionKey('tool.vanish')).toBeUndefined();
});

describe('the filters in the address', () => {
  it('leave out what makes no sense', () => {
    const shown = readFilters(
      new URLSearchParams('action=tool.create,user.update&from=2026-13-99&actor=me&q=x'),
    );
    expect(shown).toEqual({
      actions: ['tool.create', 'user.update'],
      actor: undefined,
      target: undefined,
      from: undefined,
      to: undefined,
      search: 'x',
    });
  });

  it('count whole days of the viewer', () => {
    const filter = toQueryFilter(readFilters(new URLSearchParams('from=2026-03-01&to=2026-03-01')));
    expect(Date.parse(filter.until ?? '') - Date.parse(filter.since ?? '')).toBe(86_400_000);
  });
});
