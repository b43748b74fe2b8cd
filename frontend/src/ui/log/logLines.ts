export type LogStream = 'STDOUT' | 'STDERR';
export type LogLine = { number: number; stream: LogStream; text: string };
/** What a log view draws. `dropped` counts the lines before the first one kept. */
export type LogText = { lines: readonly LogLine[]; dropped: number };

export const EMPTY_LOG: LogText = { lines: [], dropped: 0 };

const LONGEST_LINE = 4_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is for
const ANSI = /\u001b(?:\[[0-9;:?<=>]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\^_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** What a terminal would leave of a line: colours gone, and of a line drawn over with \r only the last drawing. */
export function plainText(raw: string): string {
  const shown = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
  return shown
    .slice(shown.lastIndexOf('\r') + 1)
    .replace(ANSI, '')
    .replace(CONTROL, '\ufffd');
}

/**
 * Builds lines from pieces of output. A piece may hold many lines or part of one; stdout and stderr
 * each keep their own unfinished line, so neither tears the other's apart.
 */
export class LogBuffer {
  private lines: LogLine[] = [];
  private dropped = 0;
  private count = 0;
  private readonly unfinished: Partial<Record<LogStream, { index: number; raw: string }>> = {};

  private readonly maxLines: number;

  constructor(maxLines = 200_000) {
    this.maxLines = maxLines;
  }

  append(stream: LogStream, piece: string) {
    const parts = piece.split('\n');
    parts.forEach((part, index) => {
      const finished = index < parts.length - 1;
      if (part !== '' || finished) this.put(stream, part, finished);
    });
    this.trim();
  }

  /** A copy that later appends don't change. */
  text(): LogText {
    return { lines: [...this.lines], dropped: this.dropped };
  }

  private put(stream: LogStream, part: string, finished: boolean) {
    const open = this.unfinished[stream];
    const raw = (open?.raw ?? '') + part;
    const cut = raw.length > LONGEST_LINE && !raw.includes('\r');
    const index = open ? open.index : this.count++;
    this.set(index, stream, plainText(cut ? raw.slice(0, LONGEST_LINE) : raw));
    this.unfinished[stream] = finished ? undefined : { index, raw };
    if (!cut) return;
    // A line without end goes on in the next row.
    this.unfinished[stream] = undefined;
    this.put(stream, raw.slice(LONGEST_LINE), finished);
  }

  private set(index: number, stream: LogStream, text: string) {
    const at = index - this.dropped;
    if (at >= 0) this.lines[at] = { number: index + 1, stream, text };
  }

  private trim() {
    // In steps, so that a long log isn't copied at every piece.
    const excess = this.lines.length - this.maxLines;
    if (excess < this.maxLines / 10) return;
    this.lines = this.lines.slice(excess);
    this.dropped += excess;
  }
}
