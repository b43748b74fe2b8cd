import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compressed } from './scripts/compressed.ts';
import { documents } from './scripts/documents.ts';
import './test/groupBy.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = 'http://127.0.0.1:8000';
/** The server compares Origin with its own address, so the proxy speaks as if it were the server. */
const proxied = { target: server, changeOrigin: true, headers: { origin: server } };
/** As antd's icons name what they draw themselves with. */
const ANTD_ICON = /^\.\.\/components\/AntdIconLight$/;

export default defineConfig({
  plugins: [documents(), react(), compressed()],
  resolve: {
    alias: [
      { find: '@rjsf/validator-ajv8', replacement: here('./src/ui/schema/noAjv.ts') },
      { find: ANTD_ICON, replacement: here('./src/ui/DecorativeIcon.tsx') },
      { find: '@', replacement: here('./src') },
    ],
  },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: here('../backend/toolcrib/console'),
    emptyOutDir: true,
    manifest: true,
    // Monaco's chunk is large by nature and loaded only with an editor; `npm run size` guards the rest.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      input: { index: here('./index.html'), graphiql: here('./graphiql.html') },
    },
  },
  server: {
    fs: { allow: [here('.'), here('../docs/examples')] },
    proxy: {
      '/graphql': { ...proxied, ws: true },
      '/api': proxied,
      '/artifacts': proxied,
    },
  },
  test: {
    environment: 'happy-dom',
    setupFiles: ['./test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
    css: false,
    testTimeout: 60_000,
    // Bundled like our own code: graphql-ws to share one copy of graphql, rjsf for the alias above.
    server: { deps: { inline: ['graphql-ws', /@rjsf/] } },
  },
});
