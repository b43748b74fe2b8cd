import { Client } from '@urql/core';
import { GraphQLError } from 'graphql';
import { afterEach, expect, it, vi } from 'vitest';
import { pipe, subscribe } from 'wonka';
import { ShellDocument } from '@/app/viewer';
import { ExecutionEventsDocument } from '@/execution-log/followExecution';
import { scriptedServer } from '../../test/server';
import { createGraphClient, signedOutExchange } from './client';

const answer = (status: number, body: object) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(body, { status }));

afterEach(() => vi.restoreAllMocks());

it('marks every request as coming from the console, which other sites cannot do', async () => {
  const sent = answer(200, { data: null });
  await createGraphClient({ onSignedOut: () => undefined })
    .query(ShellDocument, {})
    .toPromise();
  const headers = new Headers(sent.mock.calls[0]?.[1]?.headers);
  expect(headers.get('X-Toolcrib')).toBe('console');
});

it('tells when the session is gone', async () => {
  answer(401, { errors: [{ message: 'Sign in.', extensions: { code: 'UNAUTHENTICATED' } }] });
  const signedOut = vi.fn();
  await createGraphClient({ onSignedOut: signedOut }).query(ShellDocument, {}).toPromise();
  expect(signedOut).toHaveBeenCalledOnce();
});

it('tells so too when something followed live is the first to hear of it', async () => {
  const { exchange, push } = scriptedServer();
  const signedOut = vi.fn();
  const client = new Client({
    url: '/graphql',
    preferGetMethod: false,
    exchanges: [signedOutExchange(signedOut), exchange],
  });
  const { unsubscribe } = pipe(
    client.subscription(ExecutionEventsDocument, { id: 'execution_1', afterSeq: 0 }),
    subscribe(() => undefined),
  );
  push('executionEvents', () => {
    throw new GraphQLError('You signed out.', { extensions: { code: 'UNAUTHENTICATED' } });
  });
  await vi.waitFor(() => expect(signedOut).toHaveBeenCalledOnce());
  unsubscribe();
});

it('takes other failures for failures, not for a lost session', async () => {
  answer(500, { errors: [{ message: 'fault' }] });
  const signedOut = vi.fn();
  const result = await createGraphClient({ onSignedOut: signedOut })
    .query(ShellDocument, {})
    .toPromise();
  expect(result.error).toBeDefined();
  expect(signedOut).not.toHaveBeenCalled();
});
