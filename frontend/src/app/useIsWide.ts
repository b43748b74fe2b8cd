import { useSyncExternalStore } from 'react';

const media = matchMedia('(min-width: 900px)');

function subscribe(listener: () => void) {
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Room for the navigation beside the page. */
export const useIsWide = () => useSyncExternalStore(subscribe, () => media.matches);
