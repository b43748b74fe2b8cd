import { useState } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Provider } from 'urql';
import { createGraphClient } from '@/graph/client';
import { Look } from './Look';
import { routes } from './routes';
import { SESSION_ENDED, signInPath } from './signedOut';

function start() {
  const router = createBrowserRouter(routes);
  const client = createGraphClient({
    onSignedOut: () => {
      const to = signInPath(location);
      if (to) void router.navigate(to, { replace: true, state: SESSION_ENDED });
    },
  });
  return { router, client };
}

export function App() {
  const [{ router, client }] = useState(start);
  return (
    <Look>
      <Provider value={client}>
        <RouterProvider router={router} />
      </Provider>
    </Look>
  );
}
