const START = 8;
const WORD_START = 6;
const NEXT_TO_LAST = 4;
const WHOLE = 6;

/**
 * How well the letters of `query` are found in `text` in their order; undefined if they aren't.
 * Letters at the start of words and beside each other count for more, long texts for less.
 */
export function fuzzy(query: string, text: string): number | undefined {
  const wanted = [...query.toLowerCase().replaceAll(/\s+/g, '')];
  const letters = [...text.toLowerCase()];
  const whole = letters.join('').indexOf(wanted.join(''));
  let score = whole < 0 ? 0 : WHOLE;
  let last = Math.max(-1, whole - 1);
  for (const letter of wanted) {
    const at = letters.indexOf(letter, last + 1);
    if (at < 0) return undefined;
    score += worth(letters, at, last);
    last = at;
  }
  return score - letters.length / 100;
}

function worth(letters: readonly string[], at: number, last: number): number {
  if (at === 0) return START;
  if (at === last + 1) return NEXT_TO_LAST;
  return /[\p{L}\p{N}]/u.test(letters[at - 1] ?? '') ? 1 : WORD_START;
}

/** The best of several texts. */
export function fuzzyBest(query: string, texts: readonly string[]): number | undefined {
  const scores = texts.flatMap((text) => fuzzy(query, text) ?? []);
  return scores.length > 0 ? Math.max(...scores) : undefined;
}
