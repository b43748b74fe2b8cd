import type { RouteObject } from 'react-router';

export const peopleRoutes: RouteObject[] = [];
