// Every editing feature, but only Python, shell and JSON: the package's root would bring all languages.
import * as monaco from 'monaco-editor/esm/vs/editor/edcore.main';
import 'monaco-editor/esm/vs/basic-languages/python/python.contribution';
import 'monaco-editor/esm/vs/basic-languages/shell/shell.contribution';
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

const DARK = 'toolcrib-dark';

// The dark theme's comments, and its words on changed lines, miss a contrast of 4.5:1.
monaco.editor.defineTheme(DARK, {
  base: 'vs-dark',
  inherit: true,
  rules: [{ token: 'comment', foreground: '7cab68' }],
  colors: {
    'diffEditor.insertedLineBackground': '#9bb9550d',
    'diffEditor.insertedTextBackground': '#9bb95526',
    'diffEditor.removedLineBackground': '#ff00000d',
    'diffEditor.removedTextBackground': '#ff000026',
  },
});

export const monacoTheme = (mode: ThemeMode) => (mode === 'dark' ? DARK : 'vs');
export { monaco };
