import type { RouteObject } from 'react-router';

export const accountRoutes: RouteObject[] = [
  { path: 'account', lazy: () => import('./AccountPage') },
];
