import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useServer as serve } from 'graphql-ws/use/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { schema } from './server';

export type LiveEvent = { seq: number; kind: string; status?: string; text?: string };

/** One execution's record: events are added at the end and read from any number on. */
class Recorded {
  private readonly events: LiveEvent[] = [];
  private waiting: (() => void)[] = [];

  add(...events: LiveEvent[]) {
    this.events.push(...events);
    for (const wake of this.waiting.splice(0)) wake();
  }

  async *after(seq: number, until: (event: LiveEvent) => boolean) {
    for (let index = 0; ; ) {
      const event = this.events[index];
      if (!event) {
        await new Promise<void>((resolve) => this.waiting.push(resolve));
        continue;
      }
      index++;
      if (event.seq <= seq) continue;
      yield { executionEvents: { at: '2026-01-01T00:00:00Z', ...event } };
      if (until(event)) return;
    }
  }
}

/**
 * A real server of `executionEvents` over graphql-transport-ws. `asked` lists the cursors it was given;
 * `dropAll(code)` closes every connection, `hide` makes it leave events out the first time they are read.
 */
export async function liveServer() {
  const record = new Recorded();
  const asked: number[] = [];
  const hidden = new Set<number>();
  const sockets = new Set<WebSocket>();
  let endsAfter = (event: LiveEvent) => event.status === 'SUCCESS';

  const http = createServer();
  const webSockets = new WebSocketServer({ server: http, path: '/graphql' });
  webSockets.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  async function* tell(afterSeq: number) {
    for await (const event of record.after(afterSeq, endsAfter)) {
      if (!hidden.delete(event.executionEvents.seq)) yield event;
    }
  }
  serve(
    {
      schema,
      roots: {
        subscription: {
          executionEvents: ({ afterSeq }: { afterSeq: number }) => {
            asked.push(afterSeq);
            return tell(afterSeq);
          },
        } as never,
      },
    },
    webSockets,
  );
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}/graphql`,
    asked,
    add: (...events: LiveEvent[]) => record.add(...events),
    hide: (seq: number) => hidden.add(seq),
    endAfter: (rule: (event: LiveEvent) => boolean) => {
      endsAfter = rule;
    },
    dropAll: (code?: number) => {
      for (const socket of sockets) {
        if (code === undefined) socket.terminate();
        else socket.close(code);
      }
    },
    close: async () => {
      for (const socket of sockets) socket.terminate();
      webSockets.close();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
