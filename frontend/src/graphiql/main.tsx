import './workers';
import { explorerPlugin } from '@graphiql/plugin-explorer';
import '@graphiql/plugin-explorer/style.css';
import { HISTORY_PLUGIN } from '@graphiql/plugin-history';
import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import 'graphiql/style.css';
import './graphiql.css';
import { createRoot } from 'react-dom/client';
import { CONSOLE_HEADERS, socketUrl } from '@/graph/client';
import { createSocket } from '@/graph/socket';

const FIRST_QUERY = `# Ctrl+Space completes, Ctrl+Enter runs. The docs and the query builder open on the left.
query FirstTools {
  viewer {
    isAdmin
  }
  tools(first: 5) {
    nodes {
      name
      description
    }
  }
}
`;

const toSignIn = () => location.assign('/sign-in?next=/graphiql');

const fetcher: Fetcher = createGraphiQLFetcher({
  url: new URL('/graphql', location.href).href,
  headers: CONSOLE_HEADERS,
  fetch: async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 401) toSignIn();
    return response;
  },
  wsClient: createSocket({ url: socketUrl(), onSignedOut: toSignIn }),
});

const root = document.getElementById('root');
if (!root) throw new Error('graphiql.html has no #root');
createRoot(root).render(
  <GraphiQL
    fetcher={fetcher}
    plugins={[HISTORY_PLUGIN, explorerPlugin({ showAttribution: false })]}
    defaultQuery={FIRST_QUERY}
    defaultEditorToolsVisibility={false}
    shouldPersistHeaders={false}
  >
    <GraphiQL.Logo>
      <a href="/tools">Toolcrib</a>
    </GraphiQL.Logo>
  </GraphiQL>,
);
