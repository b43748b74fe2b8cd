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
 * Finds texts that may hold such a number, and many that don't: an exponent, sixteen digits or more, a last digit 0
 * after the point, zeros that would be written as an exponent, a zero below zero.
 */
const MAY_BE_EXACT =
  /(?:^|[:[,])\s*-?(?:\d+(?:\.\d+)?[eE]|[\d.]{16}|\d+\.\d*0(?!\d)|0\.00000)|(?:^|[:[,])\s*-0/;
const TOKEN = /[\s:,]*("(?:[^"\\]|\\.)*"|[[\]{}]|[^\s:,[\]{}"]+)/y;

/** The value of a JSON text. Throws SyntaxError as `JSON.parse` does. */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return MAY_BE_EXACT.test(text) ? new Reader(text).read() : value;
}

/** Reads a text that is known to be JSON. */
class Reader {
  private offset = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(token = this.next()): unknown {
    if (token === '[') return this.items();
    if (token === '{') return this.members();
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
      members.push([JSON.parse(token) as string, this.read()]);
    return Object.fromEntries(members);
  }

  private next(): string {
    TOKEN.lastIndex = this.offset;
    const token = TOKEN.exec(this.text)?.[1] ?? '';
    this.offset = TOKEN.lastIndex;
    return token;
  }
}

/** The JSON text of a value, indented by `space`. What JSON does not have is written as `JSON.stringify` does; alone, it is ''. */
export const writeJson = (value: unknown, space = ''): string => write(value, space, '\n') ?? '';

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
