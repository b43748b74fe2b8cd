import { theme } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useThemeMode } from '@/app/theme';
import { forgetJsonSchema, setJsonSchema } from './jsonSchemas';
import { commonOptions, monaco, monacoTheme } from './monaco';
import { setCodeHelp } from './suggestions';
import type { CodeEditorProps, CodeMarker, Reveal } from './types';

type Editor = ReturnType<typeof monaco.editor.create>;

const toMarker = (marker: CodeMarker) => ({
  startLineNumber: marker.line,
  startColumn: marker.column,
  endLineNumber: marker.endLine ?? marker.line,
  endColumn: marker.endColumn ?? marker.column + 1,
  message: marker.message,
  severity:
    marker.severity === 'warning' ? monaco.MarkerSeverity.Warning : monaco.MarkerSeverity.Error,
});

/** Places that were gone to: an editor that is opened again stays where it begins. */
const revealed = new WeakSet<Reveal>();

function replaceText(editor: Editor, text: string) {
  const range = editor.getModel()?.getFullModelRange();
  if (!range || editor.getValue() === text) return;
  const readOnly = editor.getOption(monaco.editor.EditorOption.readOnly);
  if (readOnly) editor.setValue(text);
  else editor.executeEdits('value', [{ range, text }]);
}

export default function MonacoEditor({
  value,
  onChange,
  language,
  label,
  height = 420,
  readOnly = false,
  markers,
  onSave,
  schema,
  help,
  reveal,
}: CodeEditorProps) {
  const mode = useThemeMode();
  const { token } = theme.useToken();
  const box = useRef<HTMLDivElement>(null);
  const editorRef = useRef<Editor>(null);
  const changed = useEffectEvent((text: string) => {
    if (text !== value) onChange?.(text);
  });
  const saved = useEffectEvent(() => onSave?.());
  const initial = useEffectEvent(() => ({ value, readOnly }));

  useEffect(() => {
    if (!box.current) return;
    const editor = monaco.editor.create(box.current, {
      ...commonOptions,
      ...initial(),
      language,
      ariaLabel: label,
      tabSize: language === 'python' ? 4 : 2,
    });
    editor.onDidChangeModelContent(() => changed(editor.getValue()));
    editor.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS, () => saved());
    editorRef.current = editor;
    return () => {
      editorRef.current = null;
      editor.getModel()?.dispose();
      editor.dispose();
    };
  }, [language, label]);

  useEffect(() => {
    if (editorRef.current) replaceText(editorRef.current, value);
  }, [value]);
  useEffect(() => editorRef.current?.updateOptions({ readOnly }), [readOnly]);
  useEffect(() => monaco.editor.setTheme(monacoTheme(mode)), [mode]);
  useEffect(() => {
    const model = editorRef.current?.getModel();
    if (model) monaco.editor.setModelMarkers(model, 'toolcrib', (markers ?? []).map(toMarker));
  }, [markers]);
  useEffect(() => {
    const uri = editorRef.current?.getModel()?.uri.toString();
    if (language !== 'json' || !uri) return;
    setJsonSchema(uri, schema);
    return () => forgetJsonSchema(uri);
  }, [language, schema]);

  useEffect(() => {
    const uri = editorRef.current?.getModel()?.uri.toString();
    if (language === 'json' || !uri) return;
    setCodeHelp(uri, help);
    return () => setCodeHelp(uri, undefined);
  }, [language, help]);
  useEffect(() => {
    const editor = editorRef.current;
    if (!editor || !reveal || revealed.has(reveal)) return;
    revealed.add(reveal);
    const position = { lineNumber: reveal.line, column: reveal.column };
    editor.revealPositionInCenter(position);
    editor.setPosition(position);
    editor.focus();
  }, [reveal]);

  return (
    <div
      ref={box}
      style={{
        height,
        border: `1px solid ${token.colorBorder}`,
        borderRadius: token.borderRadius,
        overflow: 'hidden',
      }}
    />
  );
}
