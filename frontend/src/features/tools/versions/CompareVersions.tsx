import { Empty, Flex, Table, Tabs, Tag, Typography } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { type DocumentType, graphql, readFragment } from '@/graph/generated';
import { writeJson } from '@/json/exact';
import { CodeDiff } from '@/ui/code/CodeEditor';
import { Loading } from '@/ui/Loading';
import { PageState } from '@/ui/PageState';
import { changedFields, type Draft, type DraftField, draftOf } from '../content';
import { ToolContent_version } from '../contentFragments';
import { schemaChanges } from '../schema';
import { SCRIPT_KINDS } from '../scripts';

const CompareVersionsQuery = graphql(`
  query CompareVersions($id: ID!, $from: Int!, $to: Int!) {
    tool(id: $id) {
      id
      from: versionNumber(version: $from) { id ...ToolContent_version }
      to: versionNumber(version: $to) { id ...ToolContent_version }
    }
  }
`);

type Content = DocumentType<typeof ToolContent_version>;
type Props = { toolId: string; from: number; to: number };

/** What changed between two versions: the fields, the schemas as a caller sees them, the text side by side. */
export function CompareVersions({ toolId, from, to }: Props) {
  const [{ data, fetching, error }] = useQuery({
    query: CompareVersionsQuery,
    variables: { id: toolId, from, to },
  });
  const before = readFragment(ToolContent_version, data?.tool?.from);
  const after = readFragment(ToolContent_version, data?.tool?.to);
  if (fetching && !before) return <Loading />;
  if (!before || !after)
    return <PageState fetching={fetching} error={error} back={`/tools/${toolId}`} />;
  return <Differences before={before} after={after} />;
}

const CODE = ['script', 'inputSchema', 'outputSchema'] as const;
type CodeField = (typeof CODE)[number];
const isCode = (field: DraftField): field is CodeField =>
  (CODE as readonly string[]).includes(field);

function Differences({ before, after }: { before: Content; after: Content }) {
  const { t } = useTranslation('tools');
  const [old, now] = useMemo(() => [draftOf(before), draftOf(after)], [before, after]);
  const changed = changedFields(old, now);
  if (changed.length === 0) return <Empty description={t('versions.same')} />;
  const plain = changed.filter((field) => !isCode(field));
  const items = changed.filter(isCode).map((field) => ({
    key: field,
    label: t(`field.${field}`),
    children: (
      <Flex vertical gap={8}>
        {field !== 'script' && <SchemaChanges before={before[field]} after={after[field]} />}
        <CodeDiff
          language={field === 'script' ? SCRIPT_KINDS[now.executor].language : 'json'}
          original={old[field]}
          modified={now[field]}
          originalLabel={t('version', { version: before.version })}
          modifiedLabel={t('version', { version: after.version })}
        />
      </Flex>
    ),
  }));
  return (
    <Flex vertical gap={8}>
      <Flex gap={4} wrap align="center">
        {t('versions.changed')}
        {changed.map((field) => (
          <Tag key={field}>{t(`field.${field}`)}</Tag>
        ))}
      </Flex>
      {plain.length > 0 && (
        <PlainChanges fields={plain} before={before} after={after} old={old} now={now} />
      )}
      {items.length > 0 && <Tabs size="small" items={items} destroyOnHidden />}
    </Flex>
  );
}

type PlainProps = { fields: DraftField[]; before: Content; after: Content; old: Draft; now: Draft };

function PlainChanges({ fields, before, after, old, now }: PlainProps) {
  const { t } = useTranslation('tools');
  const show = (field: DraftField, draft: Draft, content: Content): ReactNode => {
    if (field === 'category') return content.category?.name ?? '–';
    if (field === 'executor') return t(`executor.${draft.executor}`);
    const value = draft[field];
    if (typeof value === 'string') return value || '–';
    return writeJson(value);
  };
  const cell = (text: ReactNode) => (
    <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</span>
  );
  return (
    <Table
      size="small"
      pagination={false}
      tableLayout="fixed"
      rowKey={(field) => field}
      dataSource={fields}
      columns={[
        {
          key: 'field',
          title: t('versions.field'),
          width: '22%',
          render: (_, field) => t(`field.${field}`),
        },
        {
          key: 'before',
          title: t('version', { version: before.version }),
          render: (_, field) => cell(show(field, old, before)),
        },
        {
          key: 'after',
          title: t('version', { version: after.version }),
          render: (_, field) => cell(show(field, now, after)),
        },
      ]}
    />
  );
}

function SchemaChanges({ before, after }: { before: unknown; after: unknown }) {
  const { t } = useTranslation('tools');
  const changes = schemaChanges(before, after);
  if (changes.length === 0)
    return <Typography.Text type="secondary">{t('versions.schemaSame')}</Typography.Text>;
  return (
    <ul style={{ margin: 0, paddingInlineStart: 18 }}>
      {changes.map(({ path, kind, before: old, after: now }) => (
        <li key={path}>
          <Typography.Text code>{path.slice(1).replaceAll('/', '.')}</Typography.Text>{' '}
          {t(`versions.schema.${kind}`, { before: old, after: now })}
        </li>
      ))}
    </ul>
  );
}
