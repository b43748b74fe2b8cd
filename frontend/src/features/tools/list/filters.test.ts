import { describe, expect, it } from 'vitest';
import {
  isNarrowed,
  readFilters,
  sortInForce,
  toToolFilter,
  toToolOrder,
  writeFilters,
} from './filters';

const read = (url: string) => readFilters(new URLSearchParams(url));

describe('the filters of the tools list', () => {
  it('survive a round trip through the URL, so a link shows what its sender saw', () => {
    const url =
      'q=csv&status=ACTIVE&status=DRAFT&visibility=PUBLIC&executor=PYTHON&tag=a%2Cb&tag=c&category=category_1&owner=user_2&deleted=1&sort=updated';
    expect(writeFilters(read(url)).toString()).toBe(url);
  });

  it('leave an untouched list without parameters', () => {
    expect(writeFilters(read('')).toString()).toBe('');
  });

  it('drop what a hand-written URL gets wrong instead of failing the query', () => {
    const filters = read('status=NONSENSE&status=ACTIVE&sort=upside&executor=HTTP');
    expect(filters).toMatchObject({ status: ['ACTIVE'], sort: null, executor: [] });
  });

  it('ask the API for nothing that was not chosen', () => {
    expect(toToolFilter(read('q=%20%20'))).toEqual({
      search: null,
      status: null,
      visibility: null,
      executorType: null,
      tags: null,
      category: null,
      owner: null,
      deleted: false,
    });
  });

  it('put the best hits first while searching, and names in order otherwise', () => {
    expect(toToolOrder(read('q=csv')).field).toBe('RELEVANCE');
    expect(toToolOrder(read('')).field).toBe('NAME');
    expect(sortInForce(read('q=csv&sort=created'))).toBe('created');
    expect(sortInForce(read('sort=relevance'))).toBe('name');
  });

  it('tell a narrowed list from an empty catalogue', () => {
    expect(isNarrowed(read('sort=updated'))).toBe(false);
    expect(isNarrowed(read('tag=csv'))).toBe(true);
  });
});
