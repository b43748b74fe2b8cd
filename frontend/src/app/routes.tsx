import { type RouteObject, redirect } from 'react-router';
import { accountRoutes } from '@/features/account/routes';
import { agentRoutes } from '@/features/agents/routes';
import { auditRoutes } from '@/features/audit/routes';
import { executionRoutes } from '@/features/executions/routes';
import { healthRoutes } from '@/features/health/routes';
import { homeRoutes } from '@/features/home/routes';
import { settingsRoutes } from '@/features/settings/routes';
import { signInRoutes } from '@/features/sign-in/routes';
import { isSignedIn } from '@/features/sign-in/session';
import { toolRoutes } from '@/features/tools/routes';
import { ErrorPage, NotFoundPage } from './ErrorPage';
import { Shell } from './Shell';
import { signInPath } from './signedOut';

/** Asked once, before the first page: so that a visitor's first sight is the sign-in page, not an error. */
async function requireSession({ request }: { request: Request }) {
  const to = signInPath(new URL(request.url));
  if (to && (await isSignedIn()) === false) throw redirect(to);
  return null;
}

const pages: RouteObject[] = [
  ...signInRoutes,
  {
    element: <Shell />,
    loader: requireSession,
    shouldRevalidate: () => false,
    children: [
      {
        errorElement: <ErrorPage />,
        children: [
          ...homeRoutes,
          ...toolRoutes,
          ...executionRoutes,
          ...agentRoutes,
          ...settingsRoutes,
          ...auditRoutes,
          ...accountRoutes,
          ...healthRoutes,
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
];

/** Each feature brings its own routes, with pages that are loaded when they are opened. */
export const routes: RouteObject[] = [
  { errorElement: <ErrorPage />, hydrateFallbackElement: <div />, children: pages },
];
