export type Window = { start: number; end: number };

/** The rows to draw: those in sight and `overscan` more on each side; `end` is exclusive. */
export function windowOf(
  scrollTop: number,
  viewHeight: number,
  rowHeight: number,
  count: number,
  overscan = 8,
): Window {
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight);
  const shown = Math.ceil(viewHeight / rowHeight) + 1;
  const end = Math.min(count, first + shown + overscan);
  return { start: Math.max(0, Math.min(first, end) - overscan), end };
}

/** Whether to ask for the next page: the end of what is loaded is less than three screens away. */
export const nearEnd = (
  scrollTop: number,
  viewHeight: number,
  rowHeight: number,
  count: number,
): boolean => scrollTop + viewHeight * 4 >= count * rowHeight;
