import { Client, type Exchange, mapExchange, subscriptionExchange } from '@urql/core';
import type { Client as SocketClient, SubscribePayload } from 'graphql-ws';
import { graphCache } from './cache';
import { exactFetchExchange } from './exactFetch';
import { createSocket, isRefusedSignIn } from './socket';

declare module '@urql/core' {
  interface OperationContext {
    /**
     * Subscriptions: the variables to send, asked for anew at every (re)connection,
     * so that a follower resumes after the last thing it saw instead of where it first began.
     */
    freshVariables?: () => Record<string, unknown>;
  }
}

/** Proves to the server that a request comes from our own pages: other sites can't set it. */
export const CONSOLE_HEADERS = { 'X-Toolcrib': 'console' } as const;

export function socketUrl(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`;
}

const RESUBSCRIBE_AFTER_MS = 2_000;

/** Subscribes, and again after closes that the socket itself takes for final (1011, 4500 …): a server restarts too. */
function keepSubscribed(
  socket: SocketClient,
  payload: SubscribePayload,
  sink: Parameters<SocketClient['subscribe']>[1],
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};
  const open = () => {
    stop = socket.subscribe(payload, {
      next: sink.next.bind(sink),
      complete: sink.complete.bind(sink),
      error: (error) => {
        if (Array.isArray(error) || isRefusedSignIn(error)) sink.error(error);
        else timer = setTimeout(open, RESUBSCRIBE_AFTER_MS);
      },
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Subscriptions over one shared WebSocket. */
export function socketExchange(socket: SocketClient): Exchange {
  return subscriptionExchange({
    forwardSubscription: (request, operation) => {
      const payload: SubscribePayload = {
        query: request.query ?? '',
        operationName: request.operationName,
        get variables() {
          return operation.context.freshVariables?.() ?? request.variables;
        },
      };
      return {
        subscribe: (sink) => ({
          unsubscribe: keepSubscribed(
            socket,
            payload,
            sink as Parameters<SocketClient['subscribe']>[1],
          ),
        }),
      };
    },
  });
}

/** Tells of a session's end, whether a request or something followed live learns of it first. */
export const signedOutExchange = (onSignedOut: () => void): Exchange =>
  mapExchange({
    onError: ({ graphQLErrors, response }) => {
      const isRefused = graphQLErrors.some(
        ({ extensions }) => extensions.code === 'UNAUTHENTICATED',
      );
      if (isRefused || (response as Response | undefined)?.status === 401) onSignedOut();
    },
  });

export function createGraphClient({ onSignedOut }: { onSignedOut: () => void }): Client {
  return new Client({
    url: '/graphql',
    preferGetMethod: false,
    fetchOptions: { headers: CONSOLE_HEADERS, credentials: 'same-origin' },
    exchanges: [
      signedOutExchange(onSignedOut),
      graphCache(),
      exactFetchExchange,
      socketExchange(createSocket({ url: socketUrl(), onSignedOut })),
    ],
  });
}
