import type { RouteObject } from 'react-router';

export const toolRoutes: RouteObject[] = [
  { path: 'tools', lazy: () => import('./list/ToolsPage') },
  { path: 'tools/new', lazy: () => import('./create/CreateToolPage') },
  { path: 'tools/import', lazy: () => import('./transfer/ImportPage') },
  { path: 'tools/:toolId/:tab?', lazy: () => import('./ToolPage') },
];
