import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

const REMEMBERED = 20;
const DIALOGS = '[role="dialog"]';

const isShown = (element: Element) => element.isConnected && element.getClientRects().length > 0;
const canHold = (element: Element) => isShown(element) && !element.matches(':disabled');

/**
 * What held the keyboard's focus may go away: a dialog that closes, a button that has done its work. The focus then
 * returns to where it was before, or to the page's heading, instead of to the start of the document.
 */
export function useFocusKeeper() {
  const { pathname } = useLocation();
  const places = useRef<HTMLElement[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that is new takes the focus itself
  useEffect(() => {
    places.current = [];
  }, [pathname]);
  useEffect(() => {
    let frame = 0;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      const others = places.current.filter((place) => place !== target && place.isConnected);
      places.current = [...others, target].slice(-REMEMBERED);
    };
    const isLost = () => {
      const held = places.current.at(-1);
      return document.activeElement === document.body && held !== undefined && !isShown(held);
    };
    const restore = () => {
      if (!isLost()) return;
      const open = [...document.querySelectorAll(DIALOGS)].filter(isShown).at(-1);
      const scope = open ?? document;
      const heading = scope.querySelector<HTMLElement>('[role=main] h1');
      const place = places.current.findLast((each) => canHold(each) && scope.contains(each));
      (place ?? heading)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      cancelAnimationFrame(frame); // whoever moves the focus on purpose comes first
      frame = requestAnimationFrame(restore);
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
}
