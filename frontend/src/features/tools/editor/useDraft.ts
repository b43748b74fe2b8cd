import { useMemo, useState } from 'react';
import { changedFields, type Draft, type DraftField, draftOf, type ToolContent } from '../content';

type Edit = { base: Draft; baseVersion: number; draft: Draft };

export type DraftState = Edit & {
  /** The fields that differ from the version the edit began with. */
  changed: DraftField[];
  /** True if the tool has moved on since this edit began: saving it will be a conflict. */
  outdated: boolean;
  change: (patch: Partial<Draft>) => void;
  /** Drops the edit. */
  discard: () => void;
  /** After a save: what was typed while it ran stays an edit of the new version. */
  saved: (sent: Draft, content: ToolContent, version: number) => void;
  /** Puts the edit on top of another version. */
  rebase: (base: Draft, baseVersion: number, draft: Draft) => void;
};

/** The edit of a tool. It follows the tool until something is typed, then stays with that version. */
export function useDraft(content: ToolContent & { version: number }): DraftState {
  const [edit, setEdit] = useState<Edit | null>(null);
  const current = useMemo(() => {
    const draft = draftOf(content);
    return { base: draft, baseVersion: content.version, draft };
  }, [content]);
  const changed = useMemo(() => (edit ? changedFields(edit.base, edit.draft) : []), [edit]);
  const pinned =
    edit && (changed.length > 0 || edit.baseVersion === current.baseVersion) ? edit : current;
  return {
    ...pinned,
    changed,
    outdated: pinned.baseVersion < current.baseVersion,
    change: (patch) =>
      setEdit((old) => {
        const from = old && old.baseVersion === pinned.baseVersion ? old : pinned;
        return { ...from, draft: { ...from.draft, ...patch } };
      }),
    discard: () => setEdit(null),
    saved: (sent, savedContent, version) =>
      setEdit((old) => {
        if (!old || old.draft === sent) return null;
        return { base: draftOf(savedContent), baseVersion: version, draft: old.draft };
      }),
    rebase: (base, baseVersion, draft) => setEdit({ base, baseVersion, draft }),
  };
}
