import { theme } from 'antd';
import { useEffect, useRef } from 'react';
import { useThemeMode } from '@/app/theme';
import { commonOptions, monaco, monacoTheme } from './monaco';
import type { CodeDiffProps } from './types';

export default function MonacoDiff({
  original,
  modified,
  originalLabel,
  modifiedLabel,
  language,
  height = 420,
}: CodeDiffProps) {
  const mode = useThemeMode();
  const { token } = theme.useToken();
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!box.current) return;
    const editor = monaco.editor.createDiffEditor(box.current, {
      ...commonOptions,
      readOnly: true,
      renderSideBySide: true,
      useInlineViewWhenSpaceIsLimited: true,
      hideUnchangedRegions: { enabled: true },
    });
    const models = {
      original: monaco.editor.createModel(original, language),
      modified: monaco.editor.createModel(modified, language),
    };
    editor.setModel(models);
    editor.getOriginalEditor().updateOptions({ ariaLabel: originalLabel });
    editor.getModifiedEditor().updateOptions({ ariaLabel: modifiedLabel });
    return () => {
      editor.dispose();
      models.original.dispose();
      models.modified.dispose();
    };
  }, [original, modified, language, originalLabel, modifiedLabel]);
  useEffect(() => monaco.editor.setTheme(monacoTheme(mode)), [mode]);

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
