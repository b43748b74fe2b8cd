import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: '../schema.graphql',
  documents: ['src/**/*.{ts,tsx}', '!src/graph/generated/**'],
  ignoreNoDocuments: true,
  generates: {
    './src/graph/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: { unmaskFunctionName: 'readFragment' } },
      config: {
        enumsAsTypes: true,
        useTypeImports: true,
        strictScalars: true,
        scalars: { ID: 'string', BigInt: 'number', DateTime: 'string', JSON: 'unknown' },
      },
    },
  },
};

export default config;
