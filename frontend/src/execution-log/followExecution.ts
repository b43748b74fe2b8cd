import { type Client, type CombinedError, createRequest } from '@urql/core';
import { onEnd, pipe, type Subscription, subscribe } from 'wonka';
import { graphql } from '@/graph/generated';
import type { ExecutionEventsSubscription } from '@/graph/generated/graphql';
import { hasEnded } from './status';

export const ExecutionEventsDocument = graphql(`
  subscription ExecutionEvents($id: ID!, $afterSeq: Int!) {
    executionEvents(id: $id, afterSeq: $afterSeq) {
      seq
      at
      kind
      status
      text
      errorCode
      durationMs
    }
  }
`);

export type ExecutionEvent = ExecutionEventsSubscription['executionEvents'];

type Listener = {
  onEvent: (event: ExecutionEvent) => void;
  /** The server refused: there will be no more events. */
  onError: (error: CombinedError) => void;
};

const AGAIN_AFTER_MS = 1_000;
// Its own number keeps a follower from sharing another's stream, the beginning of which it would miss.
let followers = 0;

/** Follows one execution; `followExecution` is the way to make one. */
class Follower {
  private seen = 0;
  private ended = false;
  /** Counts the streams opened, so that what an abandoned one still says is not heard. */
  private attempt = 0;
  private holeAfter = -1;
  private subscription: Subscription | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  private readonly client: Client;
  private readonly id: string;
  private readonly listener: Listener;

  constructor(client: Client, id: string, listener: Listener) {
    this.client = client;
    this.id = id;
    this.listener = listener;
  }

  open() {
    const attempt = ++this.attempt;
    const variables = () => ({ id: this.id, afterSeq: this.seen });
    const request = createRequest(ExecutionEventsDocument, variables());
    const operation = this.client.createRequestOperation(
      'subscription',
      { ...request, key: request.key + ++followers },
      { freshVariables: variables },
    );
    this.subscription = pipe(
      this.client.executeRequestOperation(operation),
      onEnd(() => this.completed(attempt)),
      subscribe(({ data, error, hasNext }) => {
        if (attempt !== this.attempt) return;
        if (error) this.refused(error);
        else if (data) this.take(data.executionEvents);
        if (hasNext === false) this.completed(attempt);
      }),
    );
  }

  stop() {
    this.attempt++;
    clearTimeout(this.timer);
    this.subscription?.unsubscribe();
  }

  private take(event: ExecutionEvent) {
    if (event.seq <= this.seen) return;
    // A hole is asked for once; one that is still there then is in the record itself.
    if (event.seq > this.seen + 1 && this.holeAfter !== this.seen) {
      this.holeAfter = this.seen;
      this.again(0);
      return;
    }
    this.seen = event.seq;
    this.ended ||= event.kind === 'STATUS' && event.status != null && hasEnded(event.status);
    this.listener.onEvent(event);
  }

  private refused(error: CombinedError) {
    this.stop();
    this.listener.onError(error);
  }

  /** A stream that completes before the run's end comes from a server that went away politely. */
  private completed(attempt: number) {
    if (attempt === this.attempt && !this.ended) this.again(AGAIN_AFTER_MS);
  }

  private again(delayMs: number) {
    this.stop();
    this.timer = setTimeout(() => this.open(), delayMs);
  }
}

/**
 * Follows the events of one execution from the first to the last, each exactly once and in order, across
 * lost connections: whatever asks for events asks for those after the last one seen. Returns the way to stop.
 */
export function followExecution(client: Client, id: string, listener: Listener): () => void {
  const follower = new Follower(client, id, listener);
  follower.open();
  return () => follower.stop();
}
