declare module 'monaco-editor/esm/vs/editor/edcore.main' {
  // biome-ignore lint/style/noRestrictedImports: only the types
  export * from 'monaco-editor';
}
declare module 'monaco-editor/esm/vs/basic-languages/python/python.contribution';
declare module 'monaco-editor/esm/vs/basic-languages/shell/shell.contribution';
declare module 'monaco-editor/esm/vs/language/json/monaco.contribution';
declare interface Window {
  MonacoEnvironment?: { getWorker(id: string, label: string): Worker };
}
