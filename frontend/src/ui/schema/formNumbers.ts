import {
  type ExactNumber,
  isExact,
  isJsonObject,
  isKept,
  isNumberText,
  numberOf,
  withoutExact,
} from '@/json/exact';
import { DATA, mapMembers, mapSchema } from './mapSchema';

/**
 * The form's library knows plain JSON only: it clones, merges and compares what it holds. So inside the form an exact
 * number is its text with a mark at its end that no other text has: the server takes no NUL.
 */
const MARK = '\0';

export const toForm = (value: unknown): unknown =>
  withoutExact(value, ({ text }) => `${text}${MARK}`);

/** The value that is meant; a text in the place of a number stays a text. */
export function fromForm(value: unknown): unknown {
  if (typeof value === 'string') return isMarked(value) ? numberIn(value) : value;
  if (Array.isArray(value)) return value.map(fromForm);
  return isJsonObject(value) ? mapMembers(value, (_, member) => fromForm(member)) : value;
}

/** What was typed where a number belongs, for the form to hold. */
export const typedInForm = (text: string): unknown => {
  const typed = text.trim();
  return toForm(isNumberText(typed) && isKept(typed) ? numberOf(typed) : typed);
};

export const isMarked = (value: unknown): value is string =>
  typeof value === 'string' && value.endsWith(MARK) && isNumberText(value.slice(0, -1));

/** For people to read. */
export const shownInForm = (value: unknown): string =>
  isMarked(value) ? value.slice(0, -1) : String(value);

const numberIn = (marked: string) => numberOf(marked.slice(0, -1));

/** Whether the browser would count with a neighbour of the number. */
const isRounded = ({ text }: ExactNumber) =>
  /^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text));

/** Rules that a neighbour of a number may break although the number does not. The server asks for them. */
const TOUCHY = new Set(['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']);
const TOUCHY_IN_DATA = new Set([...TOUCHY, 'uniqueItems', 'not', 'if', 'then', 'else', 'contains']);

/** A schema as the form's library takes it. */
export const schemaInForm = (schema: unknown): unknown =>
  mapSchema(schema, (each) => {
    const kept = Object.entries(each).filter(
      ([keyword, value]) => !(TOUCHY.has(keyword) && isExact(value) && isRounded(value)),
    );
    const formed = mapMembers(Object.fromEntries(kept), (keyword, value) => {
      if (keyword === 'examples') return withoutExact(value, ({ text }) => text);
      if (DATA.has(keyword)) return toForm(value);
      return isExact(value) ? Number(value.text) : value;
    });
    return isExact(each.const) && each.type === undefined ? { ...formed, type: 'number' } : formed;
  });

/** A form's data as the browser can check it, and whether it had to round numbers for that. */
export function checkable(data: unknown): { data: unknown; isRough: boolean } {
  let isRough = false;
  const plain = withoutExact(fromForm(data), (number) => {
    isRough ||= isRounded(number);
    return Number(number.text);
  });
  return { data: plain, isRough };
}

/** A form's schema as the browser can check by it: all of it, or what rounded numbers can be held to. */
export const checkableSchema = (schema: unknown, isRough: boolean): unknown =>
  mapSchema(schema, (each) =>
    Object.fromEntries(
      Object.entries(each)
        .filter(([keyword]) => !(isRough && TOUCHY_IN_DATA.has(keyword)))
        .map(([keyword, value]) => [
          isRough && keyword === 'oneOf' && !('anyOf' in each) ? 'anyOf' : keyword,
          DATA.has(keyword) ? checkable(value).data : value,
        ]),
    ),
  );
