import type { RouteObject } from 'react-router';

export const peopleRoutes: RouteObject[] = [{ path: 'people', lazy: () => import('./PeoplePage') }];
