import { render } from '@testing-library/react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { type Client, Provider } from 'urql';
import { Look } from '@/app/Look';
import { type Viewer, ViewerContext } from '@/app/viewer';
import { SHELL } from './server';

const VIEWER = SHELL.viewer as Viewer;

/**
 * Draws the routes as the app does, at `path`, for a signed-in admin unless another viewer is given.
 * Returns the router too, whose `state.location` is what the address bar would say.
 */
export function renderRoutes(
  routes: RouteObject[],
  path: string,
  client: Client,
  viewer: Partial<Viewer> = {},
) {
  const router = createMemoryRouter([{ children: routes, hydrateFallbackElement: <div /> }], {
    initialEntries: [path],
  });
  const view = render(
    <Look>
      <Provider value={client}>
        <ViewerContext value={{ ...VIEWER, ...viewer }}>
          <RouterProvider router={router} />
        </ViewerContext>
      </Provider>
    </Look>,
  );
  return { router, ...view };
}
