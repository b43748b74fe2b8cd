import type { RouteObject } from 'react-router';

export const executionRoutes: RouteObject[] = [];
