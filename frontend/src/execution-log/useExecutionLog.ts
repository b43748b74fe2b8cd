import { useEffect, useState } from 'react';
import { type CombinedError, useClient } from 'urql';
import type { ExecutionStatus } from '@/graph/generated/graphql';
import { EMPTY_LOG, LogBuffer, type LogText } from '@/ui/log/logLines';
import { type ExecutionEvent, followExecution } from './followExecution';
import { hasEnded } from './status';

export type ExecutionLog = {
  /** Everything printed so far. */
  log: LogText;
  /** All that isn't output: statuses, progress, artifacts; oldest first. */
  milestones: readonly ExecutionEvent[];
  /** Undefined until the first event. */
  status: ExecutionStatus | undefined;
  ended: boolean;
  errorCode: string | undefined;
  durationMs: number | undefined;
  lastSeq: number;
  /** The server refused to tell: not found, or no longer allowed. */
  error: CombinedError | undefined;
};

const NOTHING: ExecutionLog = {
  log: EMPTY_LOG,
  milestones: [],
  status: undefined,
  ended: false,
  errorCode: undefined,
  durationMs: undefined,
  lastSeq: 0,
  error: undefined,
};

/** Adds up events; `snapshot` is what there is to draw now. */
class Collected {
  private readonly buffer = new LogBuffer();
  private milestones: ExecutionEvent[] = [];
  private last: Omit<ExecutionLog, 'log' | 'milestones'> = NOTHING;

  add(event: ExecutionEvent) {
    if (event.kind === 'STDOUT' || event.kind === 'STDERR')
      this.buffer.append(event.kind, event.text ?? '');
    else this.milestones = [...this.milestones, event];
    this.last = { ...this.last, lastSeq: event.seq };
    if (event.kind === 'STATUS' && event.status) this.reach(event.status, event);
  }

  fail(error: CombinedError) {
    this.last = { ...this.last, error };
  }

  snapshot(): ExecutionLog {
    return { ...this.last, log: this.buffer.text(), milestones: this.milestones };
  }

  private reach(status: ExecutionStatus, { errorCode, durationMs }: ExecutionEvent) {
    this.last = {
      ...this.last,
      status,
      ended: hasEnded(status),
      errorCode: errorCode ?? undefined,
      durationMs: durationMs ?? undefined,
    };
  }
}

/**
 * The events of one execution, live. However fast they come, the component is drawn once per animation
 * frame; no line is lost or doubled when the connection breaks. Without an id it follows nothing.
 */
export function useExecutionLog(id: string | undefined): ExecutionLog {
  const client = useClient();
  const [shown, setShown] = useState({ id, content: NOTHING });
  useEffect(() => {
    if (!id) return;
    const collected = new Collected();
    let frame = 0;
    const draw = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setShown({ id, content: collected.snapshot() });
      });
    };
    const stop = followExecution(client, id, {
      onEvent: (event) => {
        collected.add(event);
        draw();
      },
      onError: (error) => {
        collected.fail(error);
        draw();
      },
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [client, id]);
  return shown.id === id ? shown.content : NOTHING;
}
