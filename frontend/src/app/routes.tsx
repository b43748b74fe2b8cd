import { Navigate, type RouteObject } from 'react-router';
import { accountRoutes } from '@/features/account/routes';
import { agentRoutes } from '@/features/agents/routes';
import { categoryRoutes } from '@/features/categories/routes';
import { executionRoutes } from '@/features/executions/routes';
import { peopleRoutes } from '@/features/people/routes';
import { signInRoutes } from '@/features/sign-in/routes';
import { toolRoutes } from '@/features/tools/routes';
import { ErrorPage, NotFoundPage } from './ErrorPage';
import { Shell } from './Shell';

/** Each feature brings its own routes, with pages that are loaded when they are opened. */
export const routes: RouteObject[] = [
  ...signInRoutes,
  {
    element: <Shell />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <div />,
    children: [
      {
        errorElement: <ErrorPage />,
        children: [
          { index: true, element: <Navigate to="/tools" replace /> },
          ...toolRoutes,
          ...categoryRoutes,
          ...executionRoutes,
          ...agentRoutes,
          ...peopleRoutes,
          ...accountRoutes,
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
];
