import { useMemo, useState } from 'react';
import type { LogLine } from './logLines';

/** Finds lines by a piece of text, whatever its case, and steps through them. */
export function useLogSearch(lines: readonly LogLine[]) {
  const [words, setWords] = useState('');
  const [current, setCurrent] = useState(0);
  const matches = useMemo(() => {
    const wanted = words.toLowerCase();
    if (!wanted) return [];
    const found: number[] = [];
    lines.forEach((line, index) => {
      if (line.text.toLowerCase().includes(wanted)) found.push(index);
    });
    return found;
  }, [lines, words]);
  const at = Math.min(current, Math.max(matches.length - 1, 0));

  /** Moves to the next (1) or previous (-1) match; returns the index of its line. */
  const step = (by: 1 | -1): number | undefined => {
    if (matches.length === 0) return undefined;
    const next = (at + by + matches.length) % matches.length;
    setCurrent(next);
    return matches[next];
  };
  const search = (text: string) => {
    setWords(text);
    setCurrent(0);
  };
  return { words, search, matches, current: at, currentLine: matches[at], step };
}
