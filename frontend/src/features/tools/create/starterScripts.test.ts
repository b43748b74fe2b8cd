import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { STARTERS, starterContent } from './starterScripts';

const python = (program: string, input: unknown) =>
  JSON.parse(
    execFileSync('python3', ['-c', program], {
      input: JSON.stringify(input),
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    }),
  ) as unknown;

/** What the executor does: the scalars of the input as variables, the input on stdin. */
const bash = (script: string, input: Record<string, unknown>) =>
  execFileSync('bash', ['-c', script], {
    input: JSON.stringify(input),
    env: Object.fromEntries([
      ['PATH', process.env.PATH],
      ...Object.entries(input).map(([name, value]) => [
        `INPUT_${name.toUpperCase()}`,
        String(value),
      ]),
    ]),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  });

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

  const word = 'disk "full" $(exit 1)';

  it('for bash counts lines with a word, whatever the word holds', () => {
    const { scriptContent } = starterContent('SHELL_COUNT');
    const text = `ok\nDISK "full" $(exit 1)\nagain`;
    expect(JSON.parse(bash(scriptContent ?? '', { text, word }))).toEqual({
      lines: 3,
      matching: 1,
    });
    expect(JSON.parse(bash(scriptContent ?? '', { text: '', word: '-e' }))).toEqual({
      lines: 1,
      matching: 0,
    });
  });

  it('for bash sorts lines, either way', () => {
    const { scriptContent } = starterContent('SHELL_SORT');
    const sorted = (reverse: boolean) => bash(scriptContent ?? '', { text: 'b\na\nb', reverse });
    expect(sorted(false)).toBe('a\nb\n');
    expect(sorted(true)).toBe('b\na\n');
  });

  it('for bash reads as people write it', () => {
    expect(starterContent('SHELL_COUNT').scriptContent).toContain(
      `lines=$(printf '%s\\n' "$INPUT_TEXT" | wc -l)\n`,
    );
    expect(starterContent('SHELL_SORT').scriptContent).toContain(
      `printf '%s\\n' "$INPUT_TEXT" | sort --unique "\${options[@]}"\n`,
    );
  });

  it('for bash that is empty runs as it is', () => {
    expect(bash(starterContent('SHELL_EMPTY').scriptContent ?? '', {})).toBe('{}\n');
  });

  it.each(['MAIN', 'STDIN', 'SHELL_COUNT', 'SHELL_SORT'] as const)(
    '%s brings an example whose fields its schema knows',
    (starter) => {
      const { examples, inputSchema } = starterContent(starter);
      const { properties } = inputSchema as { properties: object };
      const example = examples?.inputs?.[0]?.value as object;
      expect(Object.keys(properties)).toEqual(Object.keys(example));
    },
  );

  it.each(['PYTHON', 'SHELL'] as const)('that is offered for %s is one for it', (executor) => {
    for (const starter of STARTERS[executor])
      expect(starterContent(starter).executorType).toBe(executor);
  });
});
