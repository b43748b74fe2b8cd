import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const NEAR_END_PX = 4;

/** Keeps a scrolling box at its end while it grows; scrolling up lets go, scrolling back to the end takes hold again. */
export function useFollow(box: RefObject<HTMLElement | null>, length: number) {
  const [following, setFollowing] = useState(true);
  const lastTop = useRef(0);

  const follow = useCallback(
    (on: boolean) => {
      setFollowing(on);
      const element = box.current;
      if (on && element) element.scrollTop = element.scrollHeight;
    },
    [box],
  );
  const onScroll = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
    if (atEnd) setFollowing(true);
    else if (element.scrollTop < lastTop.current) setFollowing(false);
    lastTop.current = element.scrollTop;
  }, [box]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more lines move the end
  useEffect(() => {
    const element = box.current;
    if (following && element) element.scrollTop = element.scrollHeight;
  }, [box, following, length]);

  return { following, follow, onScroll };
}
