import type { RouteObject } from 'react-router';

export const agentRoutes: RouteObject[] = [
  { path: 'agents', lazy: () => import('./AgentsPage') },
  { path: 'agents/:agentId', lazy: () => import('./AgentPage') },
  { path: 'agents/:agentId/connect', lazy: () => import('../connect/ConnectPage') },
];
