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

const LIGHT = 'toolcrib-light';
const DARK = 'toolcrib-dark';

// Monaco's own colours miss a contrast of 4.5:1 here and there, most of all on changed lines.
monaco.editor.defineTheme(LIGHT, {
  base: 'vs',
  inherit: true,
  rules: [
    { token: 'comment', foreground: '006b00' },
    { token: 'number', foreground: '066a45' },
    { token: 'type', foreground: '006666' },
    { token: 'attribute.name', foreground: 'b30000' },
    { token: 'metatag', foreground: 'b30000' },
    { token: 'variable.predefined', foreground: '3a5293' },
  ],
  colors: {
    'diffEditor.insertedLineBackground': '#9bb95526',
    'diffEditor.insertedTextBackground': '#9bb95540',
    'diffEditor.removedLineBackground': '#ff00000d',
    'diffEditor.removedTextBackground': '#ff000026',
  },
});
monaco.editor.defineTheme(DARK, {
  base: 'vs-dark',
  inherit: true,
  rules: [
    { token: 'comment', foreground: '84b56e' },
    { token: 'string', foreground: 'd69d85' },
    { token: 'string.value.json', foreground: 'd69d85' },
    { token: 'keyword', foreground: '6cadde' },
    { token: 'keyword.json', foreground: 'd69d85' },
    { token: 'metatag', foreground: 'e58a8e' },
    { token: 'variable.predefined', foreground: '8fb0ec' },
  ],
  colors: {
    'diffEditor.insertedLineBackground': '#9bb9550d',
    'diffEditor.insertedTextBackground': '#9bb95526',
    'diffEditor.removedLineBackground': '#ff00000d',
    'diffEditor.removedTextBackground': '#ff000026',
  },
});

export const monacoTheme = (mode: ThemeMode) => (mode === 'dark' ? DARK : LIGHT);
export { monaco };
