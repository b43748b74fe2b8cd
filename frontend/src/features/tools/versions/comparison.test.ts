import { describe, expect, it } from 'vitest';
import { comparisonOf } from './comparison';

const read = (url: string) => comparisonOf(new URLSearchParams(url), 9);

describe('the comparison of two versions', () => {
  it('is read from the URL, older version first', () => {
    expect(read('compare=3&compare=1')).toMatchObject({ from: 1, to: 3 });
  });

  it('needs two versions that exist', () => {
    expect(read('compare=3')).toMatchObject({ from: null, to: null });
    expect(read('compare=3&compare=99&compare=x&compare=3')).toMatchObject({
      from: null,
      to: null,
    });
  });

  it('follows the last two that were chosen', () => {
    expect(read('compare=1&compare=2').toggled(5).getAll('compare')).toEqual(['2', '5']);
    expect(read('compare=1&compare=2').toggled(1).getAll('compare')).toEqual(['2']);
  });
});
