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

/** Something to insert. `replaces` counts the characters before the cursor that it stands for. */
export type Suggestion = {
  label: string;
  kind: 'module' | 'name' | 'field' | 'variable' | 'snippet';
  replaces: number;
  /** What is inserted if not the label; a snippet has places to fill in (`$1`). */
  insert?: string;
  detail?: string;
  documentation?: string;
};

/** What an editor knows of the text it holds, beyond its language. */
export type CodeHelp = {
  /** What could follow `before`, the line up to the cursor, in `text`. */
  suggest: (before: string, text: string) => Suggestion[];
  /** What a word means, in Markdown. */
  explain: (word: string) => string | undefined;
};

/** A place to go to, once for each object. */
export type Reveal = { line: number; column: number };

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
  /** Not JSON: completions and explanations. */
  help?: CodeHelp;
  reveal?: Reveal | null;
};

export type CodeDiffProps = {
  original: string;
  modified: string;
  originalLabel: string;
  modifiedLabel: string;
  language: CodeLanguage;
  height?: number | string;
};
