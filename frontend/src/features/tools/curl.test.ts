import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { ExactNumber } from '@/json/exact';
import { curlSnippet, shellQuote } from './curl';

const shell = (script: string) => execFileSync('sh', ['-c', script], { encoding: 'utf8' });

describe('the curl snippet', () => {
  it.each(["it's", '$(touch /tmp/x) `id` "q" \\', 'two\nlines', '发票', ''])(
    'hands %j to the shell unchanged',
    (text) => {
      expect(shell(`printf %s ${shellQuote(text)}`)).toBe(text);
    },
  );

  it('sends the input to the server as it is in the form, with the token from the environment', () => {
    const snippet = curlSnippet('http://127.0.0.1:8000', {
      name: 'invoice_total',
      input: { customer: "O'Neil; rm -rf $HOME" },
      version: 3,
    });
    const shown = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }; TOOLCRIB_TOKEN=tcb_x\n${snippet}`;
    const words = shell(shown).split('\0');
    expect(words).toContain('Authorization: Bearer tcb_x');
    const body = JSON.parse(words[words.indexOf('-d') + 1] ?? '') as { variables: unknown };
    expect(body.variables).toEqual({
      input: { name: 'invoice_total', version: 3, input: { customer: "O'Neil; rm -rf $HOME" } },
    });
  });

  it('sends every digit', () => {
    const input = { n: new ExactNumber('9007199254740993') };
    expect(curlSnippet('http://x', { name: 'n', input })).toContain(
      '"input":{"n":9007199254740993}',
    );
  });
});
