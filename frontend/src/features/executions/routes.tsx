import type { RouteObject } from 'react-router';

export const executionRoutes: RouteObject[] = [
  { path: 'executions', lazy: () => import('./ExecutionsPage') },
  { path: 'executions/:executionId', lazy: () => import('./ExecutionPage') },
];
