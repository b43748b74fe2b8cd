import { Flex, Segmented, Tabs, Typography } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '@/ui/code/CodeEditor';
import type { Reveal } from '@/ui/code/types';
import { Loading } from '@/ui/Loading';
import { useParameters } from '@/ui/parameters';
import type { Draft, TextProblem } from '../content';
import { parseJson, positionAt, spanAt } from '../jsonText';
import type { Problem } from '../problems';
import { SCRIPT_KINDS, type ScriptChoice } from '../scripts';
import { jsonMarkers, scriptMarkers } from './markers';
import type { Place } from './ProblemList';
import { ScriptSettings } from './ScriptSettings';
import { useScriptHelp } from './useScriptHelp';

const SchemaBuilder = lazy(() => import('../builder/SchemaBuilder'));

const FILES = ['script', 'inputSchema', 'outputSchema'] as const;
type File = (typeof FILES)[number];

/** What every part of the editor works on. */
export type FormProps = {
  draft: Draft;
  change: (patch: Partial<Draft>) => void;
  problems: readonly Problem[];
  readOnly: boolean;
};

type Props = FormProps & {
  warnings: readonly Problem[];
  /** Where to go to, as it was clicked; a new object each time. */
  goal: Place | null;
  syntax: readonly TextProblem[];
  suggested: ScriptChoice | null;
  onSave: () => void;
};

/** The script and the two schemas; which one is open stands in the URL. */
export function CodeFiles(props: Props) {
  const { t } = useTranslation('tools');
  const [params, setAddress] = useParameters();
  const open = FILES.find((file) => file === params.get('file')) ?? 'script';
  const broken = (file: File) => {
    const field = file === 'script' ? 'scriptContent' : file;
    return (
      props.syntax.some((each) => each.field[0] === field) ||
      props.problems.some((each) => each.field?.[1] === field)
    );
  };
  return (
    <Tabs
      size="small"
      activeKey={open}
      onChange={(file) => setAddress({ file: file === 'script' ? null : file })}
      destroyOnHidden
      items={FILES.map((key) => ({
        key,
        label: broken(key)
          ? t('editor.fileBroken', { name: t(`field.${key}`) })
          : t(`field.${key}`),
        children:
          key === 'script' ? <ScriptFile {...props} /> : <SchemaFile {...props} file={key} />,
      }))}
    />
  );
}

const HEIGHT = 'clamp(320px, 60vh, 720px)';

function ScriptFile({ problems, warnings, goal, onSave, ...settings }: Props) {
  const { t } = useTranslation('tools');
  const { draft, change, readOnly } = settings;
  const help = useScriptHelp(draft);
  const reveal = useReveal(goal, 'scriptContent', draft.script);
  const markers = useMemo(
    () => [...scriptMarkers(problems), ...scriptMarkers(warnings, 'warning')],
    [problems, warnings],
  );
  return (
    <Flex vertical gap={8}>
      <ScriptSettings {...settings} />
      <CodeEditor
        language={SCRIPT_KINDS[draft.executor].language}
        label={t('field.script')}
        value={draft.script}
        onChange={(script) => change({ script })}
        markers={markers}
        readOnly={readOnly}
        onSave={onSave}
        help={help}
        reveal={reveal}
        height={HEIGHT}
      />
    </Flex>
  );
}

/** The goal as a place in one text: as it says, or where the value is that its path leads to. */
function useReveal(goal: Place | null, field: string, text: string): Reveal | null {
  const [made, setMade] = useState<{ goal: Place | null; reveal: Reveal | null } | null>(null);
  if (made?.goal === goal) return made.reveal;
  const reveal = goal?.field[0] === field ? placeIn(text, goal) : null;
  setMade({ goal, reveal });
  return reveal;
}

function placeIn(text: string, { line, column, field }: Place): Reveal {
  if (line !== undefined) return { line, column: column ?? 1 };
  const parsed = parseJson(text);
  return parsed.problem
    ? { line: 1, column: 1 }
    : positionAt(text, spanAt(parsed.spans, field.slice(1)).start);
}

type SchemaProps = Props & { file: 'inputSchema' | 'outputSchema' };

const VIEWS = ['builder', 'json'] as const;
type View = (typeof VIEWS)[number];

/** A schema as fields or as JSON, of which the JSON is the truth: both show the same text, as it is now. */
function SchemaFile(props: SchemaProps) {
  const { t } = useTranslation('tools');
  const { t: words } = useTranslation('editor');
  const [params, setAddress] = useParameters();
  const view: View = params.get('view') === 'json' ? 'json' : 'builder';
  return (
    <Flex vertical gap={8}>
      <Flex gap={8} wrap align="center" justify="space-between">
        <Typography.Text type="secondary" style={{ fontSize: 12, flex: '1 1 200px' }}>
          {t(`editor.help.${props.file}`)}
        </Typography.Text>
        <Segmented<View>
          size="small"
          aria-label={words('view.label')}
          value={view}
          onChange={(next) => setAddress({ view: next === 'json' ? next : null })}
          options={VIEWS.map((value) => ({ value, label: words(`view.${value}`) }))}
        />
      </Flex>
      {view === 'json' ? <SchemaText {...props} /> : <SchemaFields {...props} />}
    </Flex>
  );
}

function SchemaFields({ draft, change, problems, readOnly, file, goal }: SchemaProps) {
  const { t } = useTranslation('tools');
  return (
    <Suspense fallback={<Loading />}>
      <SchemaBuilder
        text={draft[file]}
        onChange={(next) => change({ [file]: next })}
        label={t(`field.${file}`)}
        problems={problems}
        field={file}
        readOnly={readOnly}
        goal={goal?.field[0] === file ? goal.field : null}
      />
    </Suspense>
  );
}

function SchemaText({ draft, change, problems, readOnly, onSave, file, goal }: SchemaProps) {
  const { t } = useTranslation('tools');
  const text = draft[file];
  const markers = useMemo(() => jsonMarkers(text, file, problems), [text, file, problems]);
  return (
    <CodeEditor
      language="json"
      label={t(`field.${file}`)}
      value={text}
      onChange={(next) => change({ [file]: next })}
      markers={markers}
      readOnly={readOnly}
      onSave={onSave}
      reveal={useReveal(goal, file, text)}
      height={HEIGHT}
    />
  );
}
