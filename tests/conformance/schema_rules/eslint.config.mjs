// Every schema rule of @graphql-eslint, those for Relay included. What is off or has options says why.
import graphql from '@graphql-eslint/eslint-plugin';

// `username` is one word: what the console's sign-in, and every other program, calls it.
const WORDS = ['username'];
const noTypenamePrefix = graphql.rules['no-typename-prefix'];
const noTypenamePrefixButWords = {
  ...noTypenamePrefix,
  create: (context) =>
    noTypenamePrefix.create(
      Object.create(context, {
        report: { value: (found) => WORDS.includes(found.node.value) || context.report(found) },
      }),
    ),
};

const options = {
  // Fields stand in the order in which a reader needs them: id first, timestamps last.
  '@graphql-eslint/alphabetize': 'off',
  // Meant for APIs that only read: ours has mutations and subscriptions.
  '@graphql-eslint/no-root-type': 'off',
  // Only what can be asked for by itself has an id. These are values, or the frames of Relay and of mutations.
  '@graphql-eslint/strict-id-in-types': [
    'error',
    {
      exceptions: {
        suffixes: ['Connection', 'Edge', 'Payload', 'Info', 'Statistics'],
        types: [
          'ExampleInput',
          'ExecutionEvent',
          'ImportedTool',
          'RunLoad',
          'SandboxFinding',
          'StatisticsBucket',
          'StatisticsTotals',
          'ToolAnnotations',
          'ToolExamples',
          'ToolUsage',
          'UserError',
          'CheckWarning',
          'VersionChange',
          'VersionDiff',
          'Viewer',
        ],
      },
    },
  ],
  // Lists are read forwards alone; Relay's specification asks for one direction at least.
  '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
  // Short lists need no pages (tags, a category's children), and an event is no node: its run and number name it.
  '@graphql-eslint/relay-edge-types': [
    'error',
    { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
  ],
  '@graphql-eslint/no-typename-prefix': 'off',
  'toolcrib/no-typename-prefix': 'error',
};

export default [
  {
    files: ['**/*.graphql'],
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: 'schema.graphql' } },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: {
      '@graphql-eslint': graphql,
      toolcrib: { rules: { 'no-typename-prefix': noTypenamePrefixButWords } },
    },
    rules: {
      ...graphql.configs['flat/schema-all'].rules,
      ...graphql.configs['flat/schema-relay'].rules,
      ...options,
    },
  },
];
