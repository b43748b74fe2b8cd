import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Loading } from '@/ui/Loading';
import { signOut } from './session';
import { isAsked } from './useSignOut';

/** Ends the session of who asked for it in the console; a link from elsewhere ends nothing. */
export function Component() {
  const { state } = useLocation();
  const asked = isAsked(state);
  useEffect(() => {
    if (asked) void signOut();
  }, [asked]);
  return asked ? <Loading /> : <Navigate to="/" replace />;
}
