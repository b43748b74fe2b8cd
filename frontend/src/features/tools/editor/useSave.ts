import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserError } from '@/graph/faults';
import { type DocumentType, graphql, readFragment } from '@/graph/generated';
import { useAction } from '@/graph/useAction';
import { contentOf } from '../content';
import { ToolContent_tool, ToolContent_version } from '../contentFragments';
import type { DraftState } from './useDraft';

const UpdateTool = graphql(`
  mutation UpdateTool($input: UpdateToolInput!) {
    updateTool(input: $input) {
      tool {
        id
        updatedAt
        ...ToolContent_tool
        ...OverviewTab_tool
        ...TryTab_tool
      }
      currentVersion { id ...ToolContent_version }
      userErrors { code message field }
    }
  }
`);

/** The version somebody else saved meanwhile. */
export type Conflict = DocumentType<typeof ToolContent_version>;

export function useSave(
  toolId: string,
  draft: DraftState,
  onRefused: (errors: readonly UserError[]) => void,
) {
  const { t } = useTranslation('tools');
  const { message } = App.useApp();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [run, saving] = useAction(UpdateTool, (data) => data.updateTool);
  const save = async (changelog: string | null): Promise<boolean> => {
    if (saving || draft.changed.length === 0) return false;
    const sent = draft.draft;
    const { content } = contentOf(sent);
    const { payload, errors } = await run({
      input: { id: toolId, expectedVersion: draft.baseVersion, content, changelog },
    });
    const current = readFragment(ToolContent_version, payload?.currentVersion);
    if (current && errors.some(({ code }) => code === 'CONFLICT')) {
      setConflict(current);
      return false;
    }
    onRefused(errors);
    const tool = readFragment(ToolContent_tool, payload?.tool);
    if (!tool || errors.length > 0) return false;
    draft.saved(sent, tool, tool.version);
    void message.success(t('editor.saved', { version: tool.version }));
    return true;
  };
  return { save, saving, conflict, settle: () => setConflict(null) };
}
