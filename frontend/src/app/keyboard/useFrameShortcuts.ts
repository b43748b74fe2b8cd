import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { placesFor, visit } from '../places';
import { loneKey, useShortcut } from './useShortcut';

const GO_WITHIN_MS = 1_000;
/** The first link of each row of a page's lists. */
const ROWS = '[role=main] .ant-table-row, [role=main] tbody > tr, [role=main] ul[aria-label] > li';

function focusSearch() {
  const field = document.querySelector<HTMLInputElement>('[role=main] input[type="search"]');
  field?.focus();
  field?.select();
}

/** Puts the focus on the next row's link, or the previous one's; Enter then follows it. */
function step(by: 1 | -1) {
  const links = [...document.querySelectorAll(ROWS)].flatMap(
    (row) => row.querySelector<HTMLAnchorElement>('a[href]') ?? [],
  );
  const row = document.activeElement?.closest(ROWS);
  const at = row ? links.findIndex((link) => row.contains(link)) : by > 0 ? -1 : links.length;
  links[at + by]?.focus();
}

/** What works on every page: `g` then a letter, `/`, `?`, `j` and `k`, and the command palette. */
export function useFrameShortcuts(
  isAdmin: boolean,
  open: { help: () => void; palette: () => void },
) {
  const navigate = useNavigate();
  useShortcut('help', open.help);
  useShortcut('palette', open.palette);
  useShortcut('search', focusSearch);
  useShortcut('next', () => step(1));
  useShortcut('previous', () => step(-1));
  const go = useEffectEvent((letter: string) => {
    const place = placesFor(isAdmin).find((each) => each.letter === letter);
    if (place) visit(place, (path) => void navigate(path));
  });
  useEffect(() => {
    let goPressedAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      const key = loneKey(event);
      if (key && event.timeStamp - goPressedAt < GO_WITHIN_MS) go(key);
      goPressedAt = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
