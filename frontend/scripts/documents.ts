import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';

type Generated = { graphql: (source: string) => { definitions?: unknown[] } };

const GENERATED = fileURLToPath(new URL('../src/graph/generated/gql.ts', import.meta.url));

/**
 * Puts each GraphQL document where it is written. Otherwise all of them are one module, which every first
 * visit would load, whatever page it opens.
 */
export function documents(): Plugin {
  let generated: Generated;
  return {
    name: 'documents',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      generated = (await runnerImport<Generated>(GENERATED)).module;
    },
    transform: {
      filter: { id: /\/src\/(?!graph\/generated\/).*\.tsx?$/, code: 'graphql(`' },
      handler(code) {
        return code.replace(/\bgraphql\(`([^`]*)`\)/g, (_, source: string) => {
          const document = generated.graphql(source);
          if (!document.definitions) this.error(`No document was generated for: ${source}`);
          return `(${JSON.stringify(document)} as never)`;
        });
      },
    },
  };
}
