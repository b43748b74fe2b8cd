import { expect, test } from 'vitest';
import { CLIENTS, clientOf, snippet } from './snippets';

const origin = 'https://tools.example.com';
const secret = 'tcb_secret';

test.each(CLIENTS)('%s is led to this server with the token', (client) => {
  const text = snippet(client, { origin, secret });
  expect(text).toContain(origin);
  expect(text).toContain(secret);
  expect(text).not.toContain('127.0.0.1');
  expect(text).not.toContain('TOOLCRIB_TOKEN"]');
});

test.each(CLIENTS)('%s shows no secret where there is none', (client) => {
  const text = snippet(client, { origin, secret: undefined });
  expect(text).toContain(origin);
  expect(text).not.toContain('undefined');
  expect(text).toMatch(/TOOLCRIB_TOKEN|input:toolcrib/);
});

test.each(['claudeDesktop', 'cursor', 'vscode'] as const)('%s is JSON', (client) => {
  for (const token of [secret, undefined])
    expect(() => JSON.parse(snippet(client, { origin, secret: token }))).not.toThrow();
});

test('an address that names no client shows the first', () => {
  expect(clientOf('vscode')).toBe('vscode');
  expect(clientOf('nonsense')).toBe('claudeCode');
  expect(clientOf(null)).toBe('claudeCode');
});
