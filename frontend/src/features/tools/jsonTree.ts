import { isKept, isNumberText } from '@/json/exact';

/** Where something stands in a JSON text: offsets, end exclusive. */
export type Span = { start: number; end: number };
export type JsonProblem = {
  reason: 'unexpected' | 'end' | 'tooDeep' | 'duplicate' | 'tooLarge';
  offset: number;
};
export type Step = string | number;
export type Path = readonly Step[];

/** A JSON text as it was written: members in their order, each value with its place. */
export type JsonNode = JsonObject | JsonArray | JsonScalar;
export type JsonObject = Span & { kind: 'object'; members: Member[] };
export type JsonArray = Span & { kind: 'array'; items: JsonNode[] };
/** `value` may be less than what is written (1.50, a number beyond 2^53): the text counts. */
export type JsonScalar = Span & { kind: 'scalar'; value: string | number | boolean | null };
export type Member = { name: string; key: Span; value: JsonNode };

export type ReadTree = { tree: JsonNode; problem?: undefined } | { problem: JsonProblem };

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

/** Reads a JSON text once; fails where the text stops being JSON. */
class Reader {
  private offset = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): JsonNode {
    const tree = this.value(0);
    if (this.peek() !== '') this.fail();
    return tree;
  }

  private value(depth: number): JsonNode {
    const opener = this.peek();
    if (depth > MAX_DEPTH) throw new Failure({ reason: 'tooDeep', offset: this.offset });
    if (opener === '{') return this.object(depth);
    if (opener === '[') return this.array(depth);
    const { start, end } = this.scalar();
    const written = this.text.slice(start, end);
    // The server refuses it, and it would not say where it is.
    if (isNumberText(written) && !isKept(written))
      throw new Failure({ reason: 'tooLarge', offset: start });
    return { kind: 'scalar', value: JSON.parse(written), start, end };
  }

  private object(depth: number): JsonObject {
    const start = this.offset++;
    const members: Member[] = [];
    const names = new Set<string>();
    if (!this.take('}')) {
      do members.push(this.member(depth, names));
      while (this.take(','));
      if (!this.take('}')) this.fail();
    }
    return { kind: 'object', members, start, end: this.offset };
  }

  private member(depth: number, names: Set<string>): Member {
    if (this.peek() !== '"') this.fail();
    const key = this.scalar();
    const name = JSON.parse(this.text.slice(key.start, key.end)) as string;
    // Readers of JSON differ on which of the two counts: one of them would be lost.
    if (names.has(name)) throw new Failure({ reason: 'duplicate', offset: key.start });
    names.add(name);
    if (!this.take(':')) this.fail();
    return { name, key, value: this.value(depth + 1) };
  }

  private array(depth: number): JsonArray {
    const start = this.offset++;
    const items: JsonNode[] = [];
    if (!this.take(']')) {
      do items.push(this.value(depth + 1));
      while (this.take(','));
      if (!this.take(']')) this.fail();
    }
    return { kind: 'array', items, start, end: this.offset };
  }

  private scalar(): Span {
    const start = this.offset;
    SCALAR.lastIndex = start;
    const found = SCALAR.exec(this.text)?.[0];
    if (found === undefined) this.fail();
    this.offset += found.length;
    return { start, end: this.offset };
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

/** Reads strictly, saying where it breaks: the same place in every browser, unlike `JSON.parse`'s messages. */
export function readTree(text: string): ReadTree {
  try {
    return { tree: new Reader(text).read() };
  } catch (error) {
    if (error instanceof Failure) return { problem: error.problem };
    throw error;
  }
}

export const memberOf = (node: JsonNode | undefined, name: string): Member | undefined =>
  node?.kind === 'object' ? node.members.find((member) => member.name === name) : undefined;

export const childOf = (node: JsonNode | undefined, step: Step): JsonNode | undefined =>
  node?.kind === 'array' ? node.items[Number(step)] : memberOf(node, String(step))?.value;

export const nodeAt = (tree: JsonNode, path: Path): JsonNode | undefined =>
  path.reduce<JsonNode | undefined>(childOf, tree);

/** Every value with its path, parents first. */
export function* walkTree(node: JsonNode, path: Path = []): Generator<[Path, JsonNode]> {
  yield [path, node];
  if (node.kind === 'object')
    for (const { name, value } of node.members) yield* walkTree(value, [...path, name]);
  if (node.kind === 'array')
    for (const [index, item] of node.items.entries()) yield* walkTree(item, [...path, index]);
}
