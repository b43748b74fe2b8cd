import type { RouteObject } from 'react-router';

export const signInRoutes: RouteObject[] = [
  { path: '/sign-in', lazy: () => import('./SignInPage') },
  { path: '/sign-out', lazy: () => import('./SignOutPage') },
  { path: '/sign-in/:secret', lazy: () => import('./SignInLinkPage') },
];
