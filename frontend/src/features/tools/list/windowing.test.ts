import { describe, expect, it } from 'vitest';
import { nearEnd, windowOf } from './windowing';

describe('the rows drawn of a long list', () => {
  it('cover the view and little more, however long the list', () => {
    expect(windowOf(0, 600, 50, 10_000)).toEqual({ start: 0, end: 21 });
    const middle = windowOf(250_000, 600, 50, 10_000);
    expect(middle).toEqual({ start: 4992, end: 5021 });
  });

  it('end with the list, also when it just became shorter than the scroll position', () => {
    expect(windowOf(499_400, 600, 50, 10_000).end).toBe(10_000);
    expect(windowOf(499_400, 600, 50, 3)).toEqual({ start: 0, end: 3 });
    expect(windowOf(0, 600, 50, 0)).toEqual({ start: 0, end: 0 });
  });

  it('are followed by the next page before the person reaches the end', () => {
    expect(nearEnd(0, 600, 50, 100)).toBe(false);
    expect(nearEnd(2700, 600, 50, 100)).toBe(true);
  });
});
