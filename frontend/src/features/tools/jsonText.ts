/** Where a value stands in a JSON text: offsets, end exclusive. */
export type Span = { start: number; end: number };
export type JsonProblem = { reason: 'unexpected' | 'end' | 'tooDeep'; offset: number };
export type ParsedJson =
  | { value: unknown; spans: Map<string, Span>; problem?: undefined }
  | { problem: JsonProblem };

/** The server refuses anything deeper. */
const MAX_DEPTH = 100;
const SCALAR =
  /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

class Failure extends Error {
  readonly problem: JsonProblem;
  constructor(problem: JsonProblem) {
    super(problem.reason);
    this.problem = problem;
  }
}

export const pathKey = (path: readonly (string | number)[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Walks a JSON text once and notes where each value stands; fails where the text stops being JSON. */
class Walker {
  readonly spans = new Map<string, Span>();
  private offset = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  walk(): void {
    this.value([]);
    if (this.peek() !== '') this.fail();
  }

  private value(path: (string | number)[]): void {
    const opener = this.peek();
    const start = this.offset;
    if (path.length > MAX_DEPTH) throw new Failure({ reason: 'tooDeep', offset: start });
    if (opener === '{') this.object(path);
    else if (opener === '[') this.array(path);
    else this.scalar();
    this.spans.set(pathKey(path), { start, end: this.offset });
  }

  private object(path: (string | number)[]): void {
    this.offset++;
    if (this.take('}')) return;
    do {
      if (this.peek() !== '"') this.fail();
      const name = JSON.parse(this.scalar()) as string;
      if (!this.take(':')) this.fail();
      this.value([...path, name]);
    } while (this.take(','));
    if (!this.take('}')) this.fail();
  }

  private array(path: (string | number)[]): void {
    this.offset++;
    if (this.take(']')) return;
    let index = 0;
    do this.value([...path, index++]);
    while (this.take(','));
    if (!this.take(']')) this.fail();
  }

  private scalar(): string {
    SCALAR.lastIndex = this.offset;
    const found = SCALAR.exec(this.text)?.[0];
    if (found === undefined) this.fail();
    this.offset += found.length;
    return found;
  }

  private take(character: string): boolean {
    if (this.peek() !== character) return false;
    this.offset++;
    return true;
  }

  private peek(): string {
    while (/[ \t\r\n]/.test(this.text.charAt(this.offset))) this.offset++;
    return this.text.charAt(this.offset);
  }

  private fail(): never {
    const reason = this.offset >= this.text.length ? 'end' : 'unexpected';
    throw new Failure({ reason, offset: this.offset });
  }
}

/** Parses strictly, saying where: the same place in every browser, unlike `JSON.parse`'s messages. */
export function parseJson(text: string): ParsedJson {
  const walker = new Walker(text);
  try {
    walker.walk();
    return { value: JSON.parse(text) as unknown, spans: walker.spans };
  } catch (error) {
    if (error instanceof Failure) return { problem: error.problem };
    throw error;
  }
}

/** The span of a path, or of the nearest value around it. */
export function spanAt(spans: Map<string, Span>, path: readonly (string | number)[]): Span {
  for (let length = path.length; length > 0; length--) {
    const span = spans.get(pathKey(path.slice(0, length)));
    if (span) return span;
  }
  return spans.get('') ?? { start: 0, end: 0 };
}

/** An offset as people count: lines and columns from 1. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

export const formatJson = (value: unknown): string => JSON.stringify(value, null, 2) ?? 'null';
