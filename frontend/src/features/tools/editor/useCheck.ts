import { useEffect, useEffectEvent, useState } from 'react';
import { type FragmentType, graphql } from '@/graph/generated';
import { useAction } from '@/graph/useAction';
import { useSettled } from '@/ui/useSettled';
import { contentOf, type Draft } from '../content';
import type { Problem } from '../problems';
import type { ScriptChoice } from '../scripts';
import type { ChangeList_diff } from '../versions/ChangeList';

const CheckTool = graphql(`
  mutation CheckTool($input: CheckToolInput!) {
    checkTool(input: $input) {
      suggestedEntry
      suggestedOutput
      warnings { code message field }
      diff { ...ChangeList_diff }
      userErrors { code message field }
    }
  }
`);

export type Check = {
  problems: readonly Problem[];
  /** What keeps nothing from being saved, but may not be meant. */
  warnings: readonly Problem[];
  /** Why the server has no opinion of the draft as it is now: it can't be reached. */
  unavailable: string | null;
  /** How the script seems to be meant. */
  suggested: ScriptChoice | null;
  checking: boolean;
  /** What saving would change for callers. */
  diff: FragmentType<typeof ChangeList_diff> | null;
};

const QUIET_MS = 600;
const NOTHING = { problems: [], warnings: [], suggested: null, unavailable: null, diff: null };

/** The server's opinion of the draft, asked for whenever typing pauses. Text that is no JSON is not sent. */
export function useCheck(tool: string, draft: Draft, enabled: boolean): Check {
  const settled = useSettled(draft, QUIET_MS);
  const [answer, setAnswer] = useState<Omit<Check, 'checking'>>(NOTHING);
  const [run, checking] = useAction(CheckTool, (data) => data.checkTool);
  const check = useEffectEvent(async (asked: Draft, isCurrent: () => boolean) => {
    const { content, problems } = contentOf(asked);
    if (problems.length > 0) return;
    const { payload, errors } = await run({ input: { tool, content } });
    if (!isCurrent()) return;
    if (!payload) {
      const unavailable = errors.map(({ message }) => message).join(' ');
      return setAnswer((old) => ({ ...old, unavailable }));
    }
    setAnswer({
      problems: payload.userErrors,
      warnings: payload.warnings,
      unavailable: null,
      suggested: payload.suggestedEntry ?? payload.suggestedOutput ?? null,
      diff: payload.diff ?? null,
    });
  });
  useEffect(() => {
    if (!enabled) return;
    let current = true;
    void check(settled, () => current);
    return () => {
      current = false;
    };
  }, [settled, enabled]);
  return { ...answer, checking: checking || settled !== draft };
}
