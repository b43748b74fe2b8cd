import type { RouteObject } from 'react-router';

export const toolRoutes: RouteObject[] = [
  { path: 'tools', lazy: () => import('./list/ToolsPage') },
  { path: 'tools/new', lazy: () => import('./create/CreateToolPage') },
  { path: 'tools/:toolId/:tab?', lazy: () => import('./ToolPage') },
];
