import { useNavigate } from 'react-router';

const ASKED = { signOut: true } as const;

export const isAsked = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'signOut' in state;

/** Signs out by leaving the page, so that whatever is unsaved there is asked about while it can still be saved. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  return () => void navigate('/sign-out', { replace: true, state: ASKED });
}
