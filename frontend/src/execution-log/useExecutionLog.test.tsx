import { act, renderHook, waitFor } from '@testing-library/react';
import { Client } from '@urql/core';
import type { ReactNode } from 'react';
import { Provider } from 'urql';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { graphCache } from '@/graph/cache';
import { socketExchange } from '@/graph/client';
import { createSocket } from '@/graph/socket';
import { type LiveEvent, liveServer } from '../../test/liveServer';
import { useExecutionLog } from './useExecutionLog';

let server: Awaited<ReturnType<typeof liveServer>>;
let socket: ReturnType<typeof createSocket>;
const signedOut = vi.fn();

beforeEach(async () => {
  server = await liveServer();
  socket = createSocket({
    url: server.url,
    onSignedOut: signedOut,
    webSocketImpl: WebSocket,
    firstWaitMs: 5,
  });
});
afterEach(async () => {
  await socket.dispose();
  await server.close();
  signedOut.mockReset();
});

const line = (seq: number, text = `line ${seq}\n`): LiveEvent => ({ seq, kind: 'STDOUT', text });
const status = (seq: number, name: string): LiveEvent => ({ seq, kind: 'STATUS', status: name });
const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => line(from + index));
const texts = (from: number, to: number) => lines(from, to).map(({ text }) => text?.trim());

function follow() {
  const client = new Client({
    url: '/graphql',
    preferGetMethod: false,
    exchanges: [graphCache(), socketExchange(socket)],
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider value={client}>{children}</Provider>
  );
  const hook = renderHook(({ id }: { id: string | undefined }) => useExecutionLog(id), {
    wrapper,
    initialProps: { id: 'execution_1' } as { id: string | undefined },
  });
  const shown = () => hook.result.current.log.lines.map(({ text }) => text);
  return { ...hook, shown };
}

it('shows lines and statuses as they happen, and that the run ended', async () => {
  const { shown, result } = follow();
  act(() => server.add(status(1, 'RUNNING'), line(2)));
  await waitFor(() => expect(shown()).toEqual(['line 2']));
  expect(result.current).toMatchObject({ status: 'RUNNING', ended: false });
  act(() => server.add(line(3), { ...status(4, 'SUCCESS') }));
  await waitFor(() => expect(result.current.ended).toBe(true));
  expect(shown()).toEqual(['line 2', 'line 3']);
  expect(result.current.milestones.map(({ seq }) => seq)).toEqual([1, 4]);
});

it('goes on after the last line seen when the connection breaks, again and again', async () => {
  const { shown, result } = follow();
  for (let round = 0; round < 5; round++) {
    const from = round * 20 + 1;
    server.add(...lines(from, from + 19));
    await waitFor(() => expect(result.current.lastSeq).toBe(from + 19));
    server.dropAll();
  }
  server.add(status(101, 'SUCCESS'));
  await waitFor(() => expect(result.current.ended).toBe(true));
  expect(shown()).toEqual(texts(1, 100));
  expect(server.asked).toEqual([0, 20, 40, 60, 80, 100]);
});

it('loses and doubles nothing when connections break in the middle of a flood', async () => {
  const { shown, result } = follow();
  for (let from = 1; from <= 2_000; from += 50) {
    server.add(...lines(from, from + 49));
    if (from % 400 === 1) server.dropAll();
    await new Promise((resolve) => setImmediate(resolve));
  }
  server.add(status(2_001, 'SUCCESS'));
  await waitFor(() => expect(result.current.ended).toBe(true), { timeout: 5_000 });
  expect(shown()).toEqual(texts(1, 2_000));
});

it.each([1001, 1011, 1012, 4500])('comes back after a close with code %i', async (code) => {
  const { shown, result } = follow();
  server.add(line(1));
  await waitFor(() => expect(shown()).toEqual(['line 1']));
  server.dropAll(code);
  server.add(line(2), status(3, 'SUCCESS'));
  await waitFor(() => expect(result.current.ended).toBe(true), { timeout: 4_000 });
  expect(shown()).toEqual(['line 1', 'line 2']);
});

it('says so once when the session is gone, instead of knocking for ever', async () => {
  const { shown } = follow();
  server.add(line(1));
  await waitFor(() => expect(shown()).toEqual(['line 1']));
  server.dropAll(4401);
  await waitFor(() => expect(signedOut).toHaveBeenCalledOnce());
  expect(server.asked).toEqual([0]);
});

it('draws an event once although it is sent twice', async () => {
  const { shown, result } = follow();
  server.add(line(1), line(1), line(2), line(1), line(2), status(3, 'SUCCESS'));
  await waitFor(() => expect(result.current.ended).toBe(true));
  expect(shown()).toEqual(['line 1', 'line 2']);
});

it('asks again from before a hole, and so shows what was skipped', async () => {
  server.hide(2);
  const { shown, result } = follow();
  server.add(line(1), line(2), line(3), status(4, 'SUCCESS'));
  await waitFor(() => expect(result.current.ended).toBe(true));
  expect(shown()).toEqual(['line 1', 'line 2', 'line 3']);
  expect(server.asked).toEqual([0, 1]);
});

it('goes on over a hole that is in the record itself', async () => {
  const { shown, result } = follow();
  server.add(line(1), line(5), status(6, 'SUCCESS'));
  await waitFor(() => expect(result.current.ended).toBe(true));
  expect(shown()).toEqual(['line 1', 'line 5']);
  expect(server.asked).toEqual([0, 1]);
});

it('asks again when the server ends the stream before the run has ended', async () => {
  server.endAfter((event) => event.seq === 2 || event.status === 'SUCCESS');
  const { shown, result } = follow();
  server.add(line(1), line(2), line(3), status(4, 'SUCCESS'));
  await waitFor(() => expect(result.current.ended).toBe(true), { timeout: 4_000 });
  expect(shown()).toEqual(['line 1', 'line 2', 'line 3']);
  expect(server.asked).toEqual([0, 2]);
});

it('gives a second follower of the same run the whole log too', async () => {
  const first = follow();
  server.add(...lines(1, 3));
  await waitFor(() => expect(first.shown()).toEqual(texts(1, 3)));
  const second = follow();
  await waitFor(() => expect(second.shown()).toEqual(texts(1, 3)));
});

it('starts anew for another execution, and follows nothing without one', async () => {
  const { shown, result, rerender } = follow();
  server.add(...lines(1, 3));
  await waitFor(() => expect(shown()).toEqual(texts(1, 3)));
  rerender({ id: 'execution_2' });
  expect(shown()).toEqual([]);
  await waitFor(() => expect(shown()).toEqual(texts(1, 3)));
  expect(server.asked).toEqual([0, 0]);
  rerender({ id: undefined });
  expect(result.current).toMatchObject({ status: undefined, lastSeq: 0 });
});
