import { describe, expect, it } from 'vitest';
import { choiceOf, choose, switchTo } from './scripts';

describe('the setting of a script', () => {
  it.each([
    ['PYTHON', { entry: 'MAIN' }, 'MAIN'],
    ['PYTHON', {}, 'STDIN'],
    ['SHELL', { output: 'TEXT' }, 'TEXT'],
    ['SHELL', {}, 'JSON'],
    ['SHELL', { output: 7 }, 'JSON'],
  ] as const)('of %s %j reads as the server takes it', (executor, config, choice) => {
    expect(choiceOf({ executor, config })).toBe(choice);
  });

  it('changes without a loss of what else was set', () => {
    const config = { entry: 'MAIN', requirements: 'standard' };
    expect(choose({ executor: 'PYTHON', config }, 'STDIN')).toEqual({
      entry: 'STDIN',
      requirements: 'standard',
    });
  });

  it('begins anew with another executor, which would refuse the old one', () => {
    expect(switchTo('SHELL')).toEqual({ executor: 'SHELL', config: { output: 'JSON' } });
    expect(switchTo('PYTHON')).toEqual({ executor: 'PYTHON', config: { entry: 'MAIN' } });
  });
});
