import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker';
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker.js?worker';
import GraphQLWorker from 'monaco-graphql/esm/graphql.worker.js?worker';

// GraphiQL's own set-up would load its workers by a bundler trick of another tool.
(globalThis as unknown as Window).MonacoEnvironment = {
  getWorker: (_id: string, label: string) => {
    if (label === 'json') return new JsonWorker();
    return label === 'graphql' ? new GraphQLWorker() : new EditorWorker();
  },
};
