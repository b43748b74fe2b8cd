/**
 * JSON whose numbers stay as they are written. The browser's own reader makes doubles of them: 9007199254740993 turns
 * into 9007199254740992, 1.50 into 1.5, -0 into 0. Here such a number is an `ExactNumber`; every other one is a plain
 * number. Whatever holds values of people's own (schemas, inputs, outputs) is read and written with these two.
 */

/** A number that would be written in another way if the browser read it: it is its text. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

export const isExact = (value: unknown): value is ExactNumber => value instanceof ExactNumber;

/** Whether a value has members, as JSON's objects have. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExact(value);

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export const isNumberText = (text: string): boolean => NUMBER.test(text);

/** The value of a number's text. */
export const numberOf = (text: string): number | ExactNumber =>
  String(Number(text)) === text ? Number(text) : new ExactNumber(text);

const LONGEST = 1_000;

/** Whether the server takes the number: whole ones of any size up to 1000 characters, others as far as a double goes. */
export const isKept = (text: string): boolean =>
  text.length <= LONGEST && (/^-?\d+$/.test(text) || Number.isFinite(Number(text)));

/**
 * Finds what may be such a number, in texts too: an exponent, sixteen digits or more, a last digit 0 after the point,
 * zeros that would be written as an exponent, a zero below zero.
 */
const CANDIDATE =
  /(?:^|[:[,])\s*(-?(?:\d+(?:\.\d+)?[eE]|[\d.]{16}|\d+\.\d*0(?!\d)|0\.00000)[\d.eE+-]*|-0[\d.]*)/g;

function mayHoldExact(text: string): boolean {
  for (const [, number = ''] of text.matchAll(CANDIDATE))
    if (String(Number(number)) !== number) return true;
  return false;
}

/** The value of a JSON text. Throws SyntaxError as `JSON.parse` does. */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return mayHoldExact(text) ? new Reader(text).read() : value;
}

const BETWEEN = /[\s:,]*/y;
const WORD = /[^\s,\]}]+/y;

/** Reads a text that is known to be JSON. It may be one of many megabytes. */
class Reader {
  private offset = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(token = this.next()): unknown {
    if (token === '[') return this.items();
    if (token === '{') return this.members();
    if (token.startsWith('"')) return textOf(token);
    return isNumberText(token) ? numberOf(token) : JSON.parse(token);
  }

  private items(): unknown[] {
    const items: unknown[] = [];
    for (let token = this.next(); token !== ']'; token = this.next()) items.push(this.read(token));
    return items;
  }

  private members(): Record<string, unknown> {
    const members: [string, unknown][] = [];
    for (let token = this.next(); token !== '}'; token = this.next())
      members.push([textOf(token), this.read()]);
    return Object.fromEntries(members);
  }

  private next(): string {
    const start = this.after(BETWEEN, this.offset);
    const first = this.text.charAt(start);
    if (first === '"') this.offset = this.endOfText(start);
    else this.offset = '[]{}'.includes(first) ? start + 1 : this.after(WORD, start);
    return this.text.slice(start, this.offset);
  }

  private after(pattern: RegExp, start: number): number {
    pattern.lastIndex = start;
    pattern.test(this.text);
    return pattern.lastIndex;
  }

  /** By plain searches: a regular expression has no room for a text of megabytes. */
  private endOfText(start: number): number {
    for (let end = start; ; ) {
      end = this.text.indexOf('"', end + 1);
      let escapes = 0;
      while (this.text.charAt(end - 1 - escapes) === '\\') escapes++;
      if (escapes % 2 === 0) return end + 1;
    }
  }
}

const textOf = (token: string): string =>
  token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);

export function holdsExact(value: unknown): boolean {
  if (isExact(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return (Array.isArray(value) ? value : Object.values(value)).some(holdsExact);
}

/** The JSON text of a value, indented by `space`. What JSON does not have is written as `JSON.stringify` does; alone, it is ''. */
export const writeJson = (value: unknown, space = ''): string =>
  (holdsExact(value) ? write(value, space, '\n') : JSON.stringify(value, null, space)) ?? '';

function write(value: unknown, space: string, line: string): string | undefined {
  if (isExact(value)) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return write(value.toJSON() as unknown, space, line);
  const below = line + space;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item: unknown) => write(item, space, below) ?? 'null')
    : Object.entries(value).flatMap(([name, member]) => {
        const text = write(member, space, below);
        return text === undefined ? [] : `${JSON.stringify(name)}:${space && ' '}${text}`;
      });
  const [open, close] = isList ? '[]' : '{}';
  if (parts.length === 0) return `${open}${close}`;
  return space
    ? `${open}${below}${parts.join(`,${below}`)}${line}${close}`
    : `${open}${parts.join(',')}${close}`;
}

/** The same value with something else in the place of each exact number. */
export function withoutExact(value: unknown, replace: (number: ExactNumber) => unknown): unknown {
  if (isExact(value)) return replace(value);
  if (Array.isArray(value)) return value.map((item) => withoutExact(item, replace));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutExact(member, replace)]),
  );
}
