import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { starterContent } from './starterScripts';

const python = (program: string, input: unknown) =>
  JSON.parse(
    execFileSync('python3', ['-c', program], {
      input: JSON.stringify(input),
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    }),
  ) as unknown;

/** What the executor does around a MAIN script: calls it, and keeps its log off the output. */
const callMain = (script: string) => `${script}
import contextlib, json, sys
with contextlib.redirect_stdout(sys.stderr):
    output = main(**json.load(sys.stdin))
json.dump(output, sys.stdout)
`;

describe('a starter script', () => {
  const lines = [
    { description: 'Desk', quantity: 2, unit_price: 249.5 },
    { description: 'Chair', quantity: 4, unit_price: 119 },
  ];
  const total = { total: 975, currency: 'EUR', lines: 2 };

  it('of the MAIN kind totals the lines of an invoice', () => {
    const { scriptContent } = starterContent('MAIN');
    expect(python(callMain(scriptContent ?? ''), { lines })).toEqual(total);
  });

  it('of the STDIN kind totals them too, and writes only the output to stdout', () => {
    const { scriptContent } = starterContent('STDIN');
    expect(python(scriptContent ?? '', { lines, currency: 'EUR' })).toEqual(total);
  });

  it('that is empty runs as it is', () => {
    expect(python(callMain(starterContent('EMPTY').scriptContent ?? ''), {})).toEqual({});
  });

  it('brings an example whose fields its schema knows', () => {
    const { examples, inputSchema } = starterContent('MAIN');
    const { properties } = inputSchema as { properties: object };
    const example = examples?.inputs?.[0]?.value as object;
    expect(Object.keys(properties)).toEqual(Object.keys(example));
  });
});
