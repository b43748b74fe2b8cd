import { createClient, type Client as SocketClient } from 'graphql-ws';
import { setConnection } from './connection';

const LONGEST_WAIT_MS = 10_000;
const PING_MS = 10_000;
const PONG_WAIT_MS = 5_000;
const UNAUTHORIZED = new Set([4401, 4403]);

type SocketOptions = {
  url: string;
  onSignedOut: () => void;
  webSocketImpl?: unknown;
  firstWaitMs?: number;
};

/** The server closed because nobody is signed in (any more): trying again would not help. */
export const isRefusedSignIn = (event: unknown) => isClose(event) && UNAUTHORIZED.has(event.code);

const isClose = (event: unknown): event is { code: number } =>
  typeof event === 'object' && event !== null && 'code' in event;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * The live connection. It opens with the first subscription, closes after the last, and comes back by itself:
 * whatever broke it is retried for ever with growing pauses, except a refused sign-in.
 */
export function createSocket({
  url,
  onSignedOut,
  webSocketImpl,
  firstWaitMs = 500,
}: SocketOptions): SocketClient {
  let pongTimer: ReturnType<typeof setTimeout> | undefined;
  let lost = false;
  const socket = createClient({
    url,
    webSocketImpl,
    lazy: true,
    lazyCloseTimeout: 1_000,
    keepAlive: PING_MS,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: (event) => !isRefusedSignIn(event),
    retryWait: (retries) =>
      wait(Math.min(firstWaitMs * 2 ** retries, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2)),
    on: {
      connecting: (retrying) => setConnection(retrying ? 'reconnecting' : 'connecting'),
      connected: () => {
        setConnection('live', lost);
        lost = false;
      },
      ping: (received) => {
        if (!received) pongTimer = setTimeout(() => socket.terminate(), PONG_WAIT_MS);
      },
      pong: (received) => {
        if (received) clearTimeout(pongTimer);
      },
      closed: (event) => {
        clearTimeout(pongTimer);
        const code = isClose(event) ? event.code : 1006;
        lost ||= code !== 1000;
        setConnection(code === 1000 ? 'idle' : 'reconnecting');
        if (isRefusedSignIn(event)) onSignedOut();
      },
    },
  });
  return socket;
}
