import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useViewer } from '@/app/viewer';
import { readJson, writeJson } from '@/json/exact';
import { changedFields, type Draft, type DraftField } from '../content';
import { parseJson } from '../jsonText';
import { withoutSecrets } from '../secrets';
import type { DraftState } from './useDraft';

type Kept = { base: Draft; baseVersion: number; draft: Draft; changelog: string };

const QUIET_MS = 400;

/**
 * Keeps the unsaved edit, with what was noted of it, in the tab's own storage, so that it is offered again after whatever took the page away:
 * a reload, a crash, a part of the console that could not be fetched, the session's end. Only who leaves the page
 * and says so (`discard`) throws it away.
 */
export function useKeptDraft(
  toolId: string,
  state: DraftState & { changelog: string },
  editable: boolean,
  onChangelog: (text: string) => void,
) {
  const key = `toolcrib.draft.${useViewer().subject.id}.${toolId}`;
  const [offered, setOffered] = useState<Kept | null>(() => (editable ? read(key) : null));
  const dirty = state.changed.length > 0;
  const { base, baseVersion, draft, changelog } = state;
  const forget = useEffectEvent(() => sessionStorage.removeItem(key));
  const isDiscarded = useRef(false);
  useEffect(() => {
    isDiscarded.current = false; // what is typed afterwards is another edit
    // What is on offer stays until it is answered, or until there is something newer.
    if (!dirty) return offered ? undefined : forget();
    const timer = setTimeout(() => {
      // The next page may take a while to come, with this one still there.
      if (!isDiscarded.current) write(key, { base, baseVersion, draft, changelog });
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [key, dirty, offered, base, baseVersion, draft, changelog]);
  const leave = useEffectEvent(() => {
    if (dirty && !isDiscarded.current) write(key, { base, baseVersion, draft, changelog });
  });
  useEffect(() => () => leave(), []);
  const restore = () => {
    if (offered) {
      state.rebase(offered.base, offered.baseVersion, offered.draft);
      if (!changelog) onChangelog(offered.changelog);
    }
    setOffered(null);
  };
  const discard = () => {
    isDiscarded.current = true;
    sessionStorage.removeItem(key);
  };
  const shown = offered && !dirty && isWorth(offered, draft) ? offered : null;
  return {
    offer: shown && { version: shown.baseVersion, fields: changesOf(shown) },
    restore,
    drop: () => setOffered(null),
    discard,
  };
}

const changesOf = (kept: Kept): DraftField[] => changedFields(kept.base, kept.draft);

/** Not what has been saved meanwhile, in another tab perhaps. */
const isWorth = (kept: Kept, current: Draft) =>
  changesOf(kept).length > 0 && changedFields(current, kept.draft).length > 0;

function read(key: string): Kept | null {
  try {
    const kept = readJson(sessionStorage.getItem(key) ?? 'null') as Kept | null;
    changedFields(kept?.base as Draft, kept?.draft as Draft);
    return kept && { ...kept, changelog: String(kept.changelog ?? '') };
  } catch {
    return null; // from another release of the console, or nothing that we wrote
  }
}

function write(key: string, { base, draft, ...rest }: Kept) {
  try {
    const kept = { ...rest, base: withoutSecretsIn(base), draft: withoutSecretsIn(draft) };
    sessionStorage.setItem(key, writeJson(kept));
  } catch {
    sessionStorage.removeItem(key); // too large: half of it would be worse than nothing
  }
}

/** Example inputs are the one place where somebody may have typed a secret. */
function withoutSecretsIn(draft: Draft): Draft {
  const schema = parseJson(draft.inputSchema);
  if (schema.problem) return { ...draft, examples: [] };
  const examples = draft.examples.map((example) => {
    const value = parseJson(example.value);
    if (value.problem) return example;
    const kept = withoutSecrets(schema.value, value.value);
    return kept.dropped.length > 0 ? { ...example, value: writeJson(kept.value, '  ') } : example;
  });
  return { ...draft, examples };
}
