export type CodeLanguage = 'python' | 'shell' | 'json';

/** A problem to underline; lines and columns count from 1. */
export type CodeMarker = {
  line: number;
  column: number;
  endLine?: number;
  endColumn?: number;
  message: string;
  severity?: 'error' | 'warning';
};

export type CodeEditorProps = {
  value: string;
  onChange?: (value: string) => void;
  language: CodeLanguage;
  /** Accessible name of the editor. */
  label: string;
  /** CSS height; default 420. */
  height?: number | string;
  readOnly?: boolean;
  markers?: readonly CodeMarker[];
  /** Ctrl/Cmd+S inside the editor. */
  onSave?: () => void;
  /** JSON only: complete and check the text against this JSON Schema. */
  schema?: unknown;
};

export type CodeDiffProps = {
  original: string;
  modified: string;
  originalLabel: string;
  modifiedLabel: string;
  language: CodeLanguage;
  height?: number | string;
};
