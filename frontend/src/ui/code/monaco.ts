// Every editing feature, but only Python and JSON: the package's root would bring all languages.
import * as monaco from 'monaco-editor/esm/vs/editor/edcore.main';
import 'monaco-editor/esm/vs/basic-languages/python/python.contribution';
import 'monaco-editor/esm/vs/language/json/monaco.contribution';
import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker?worker';
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker?worker';
import type { ThemeMode } from '@/app/theme';

self.MonacoEnvironment = {
  getWorker: (_id, label) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
};

export const commonOptions = {
  minimap: { enabled: false },
  automaticLayout: true,
  scrollBeyondLastLine: false,
  renderFinalNewline: 'on',
  fontSize: 13,
  fixedOverflowWidgets: true,
  tabFocusMode: false,
  padding: { top: 8, bottom: 8 },
} as const;

export const monacoTheme = (mode: ThemeMode) => (mode === 'dark' ? 'vs-dark' : 'vs');
export { monaco };
