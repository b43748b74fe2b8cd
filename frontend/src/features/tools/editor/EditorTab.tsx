import { Alert, Card, Col, Flex, Row } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserError } from '@/graph/faults';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { contentOf } from '../content';
import { EditImpact } from '../versions/ChangeList';
import { CodeFiles } from './CodeFiles';
import { ConflictDialog } from './ConflictDialog';
import { DetailsForm } from './DetailsForm';
import { ExamplesForm } from './ExamplesForm';
import { PolicyForm } from './PolicyForm';
import { ProblemList } from './ProblemList';
import { SaveBar } from './SaveBar';
import { useCheck } from './useCheck';
import type { DraftState } from './useDraft';
import { useGoal } from './useGoal';
import { useSave } from './useSave';
import { useSaveKey } from './useSaveKey';

export const EditorTab_tool = graphql(`
  fragment EditorTab_tool on Tool {
    id
    status
    version
    deletedAt
    viewerPermission
    ...PolicyForm_tool
  }
`);

export const EditorTab_query = graphql(`
  fragment EditorTab_query on Query {
    categories(all: true) { id ...CategoryOption_category }
    toolTags(first: 100)
  }
`);

type Props = {
  tool: FragmentType<typeof EditorTab_tool>;
  query: FragmentType<typeof EditorTab_query>;
  draft: DraftState;
  /** What was changed, in the author's words; kept by whoever outlives this tab. */
  changelog: string;
  onChangelog: (text: string) => void;
};

/** The code stays in sight, under the bar that saves it, while the longer forms beside it scroll. */
const BAR_HEIGHT = 48;

export default function EditorTab(props: Props) {
  const { t } = useTranslation('tools');
  const tool = readFragment(EditorTab_tool, props.tool);
  const { categories, toolTags } = readFragment(EditorTab_query, props.query);
  const { draft, changelog, onChangelog } = props;
  const readOnly = tool.viewerPermission !== 'ADMIN' || Boolean(tool.deletedAt);
  const check = useCheck(tool.id, draft.draft, !readOnly);
  const [refused, setRefused] = useState<readonly UserError[]>([]);
  const { save, saving, conflict, settle } = useSave(tool.id, draft, setRefused);
  const { goal, go } = useGoal();
  const syntax = contentOf(draft.draft).problems;
  const problems = [...refused, ...check.problems];
  // A refusal speaks of what was sent: once that is changed, the next check does.
  const change: DraftState['change'] = (patch) => {
    setRefused([]);
    draft.change(patch);
  };
  const form = { draft: draft.draft, change, problems, readOnly };
  const submit = async () => {
    if (syntax.length > 0) return;
    if (await save(changelog.trim() || null)) onChangelog('');
  };
  useSaveKey(() => void submit());
  return (
    <Flex vertical gap={12}>
      {readOnly && <Alert type="info" showIcon role="note" title={t('editor.readOnly')} />}
      {tool.status === 'ACTIVE' && !readOnly && (
        <Alert type="info" showIcon role="note" title={t('editor.live')} />
      )}
      {!readOnly && (
        <SaveBar
          draft={draft}
          blocked={syntax.length > 0}
          checking={check.checking}
          saving={saving}
          changelog={changelog}
          onChangelog={onChangelog}
          onSave={() => void submit()}
          onDiscard={() => {
            setRefused([]);
            draft.discard();
          }}
        />
      )}
      {draft.changed.length > 0 && <EditImpact diff={check.diff} version={tool.version} />}
      <Row gutter={[16, 16]}>
        <Col xs={24} xl={15}>
          <Flex vertical gap={12} style={{ position: 'sticky', top: BAR_HEIGHT }}>
            <CodeFiles
              {...form}
              syntax={syntax}
              suggested={check.suggested}
              onSave={() => void submit()}
              warnings={check.warnings}
              goal={goal}
            />
            <ProblemList
              syntax={syntax}
              problems={problems}
              warnings={check.warnings}
              unavailable={check.unavailable}
              onGo={go}
            />
          </Flex>
        </Col>
        <Col xs={24} xl={9}>
          <Flex vertical gap={16}>
            <Card size="small" title={t('editor.details')}>
              <DetailsForm {...form} categories={categories} tags={toolTags} />
            </Card>
            <Card size="small" title={t('editor.examples')}>
              <ExamplesForm {...form} syntax={syntax} />
            </Card>
            <Card size="small" title={t('policy.title')}>
              <PolicyForm tool={tool} readOnly={readOnly} />
            </Card>
          </Flex>
        </Col>
      </Row>
      {conflict && <ConflictDialog conflict={conflict} draft={draft} onSettled={settle} />}
    </Flex>
  );
}
