import { type RouteObject, redirect } from 'react-router';

/** Where a page was before it became a tab: the address still leads to it, with what it says after `?`. */
const moved = (path: string, to: string): RouteObject => ({
  path,
  loader: ({ request }) => redirect(to + new URL(request.url).search),
});

export const settingsRoutes: RouteObject[] = [
  moved('settings', '/settings/categories'),
  moved('categories', '/settings/categories'),
  moved('people', '/settings/people'),
  { path: 'settings/:tab', lazy: () => import('./SettingsPage') },
];
