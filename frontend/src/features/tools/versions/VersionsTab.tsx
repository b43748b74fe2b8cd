import { Alert, Button, Card, Checkbox, Flex, Tag, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type DocumentType, type FragmentType, graphql, readFragment } from '@/graph/generated';
import { useConnectionPages } from '@/graph/useConnectionPages';
import { LinkButton } from '@/ui/LinkButton';
import { Loading } from '@/ui/Loading';
import { Fault } from '@/ui/PageState';
import { RelativeTime } from '@/ui/RelativeTime';
import { SubjectLabel } from '@/ui/SubjectLabel';
import { toolUrl } from '../urls';
import { CallersDiff } from './CallersDiff';
import { CompareVersions } from './CompareVersions';
import { comparisonOf } from './comparison';
import { RestoreDialog } from './RestoreDialog';

export const VersionsTab_tool = graphql(`
  fragment VersionsTab_tool on Tool { id version viewerPermission deletedAt }
`);

const VersionRow_version = graphql(`
  fragment VersionRow_version on ToolVersion {
    id
    version
    changelog
    isLatest
    createdAt
    author { ...SubjectLabel_subject }
  }
`);

const ToolVersionsQuery = graphql(`
  query ToolVersions($id: ID!, $first: Int!, $after: String) {
    tool(id: $id) {
      id
      versions(first: $first, after: $after) {
        totalCount
        nodes { id ...VersionRow_version }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

type Props = { tool: FragmentType<typeof VersionsTab_tool>; dirty: boolean };

export default function VersionsTab(props: Props) {
  const { t } = useTranslation('tools');
  const tool = readFragment(VersionsTab_tool, props.tool);
  const [params, setParams] = useSearchParams();
  const pair = comparisonOf(params, tool.version);
  const [restoring, setRestoring] = useState<number | null>(null);
  const list = useConnectionPages({
    query: ToolVersionsQuery,
    variables: { id: tool.id },
    connection: (data) => data.tool?.versions,
  });
  const manages = tool.viewerPermission === 'ADMIN' && !tool.deletedAt;
  const toggle = (version: number) =>
    setParams(pair.toggled(version), { replace: true, flushSync: true });
  return (
    <Flex vertical gap={12}>
      {props.dirty && <Alert type="warning" showIcon role="note" title={t('versions.dirty')} />}
      <Typography.Text type="secondary">{t('versions.help')}</Typography.Text>
      {list.error && <Fault error={list.error} onRetry={list.refresh} />}
      {list.loading && list.nodes.length === 0 && <Loading />}
      <ol
        aria-label={t('tab.versions')}
        style={{
          listStyle: 'none',
          margin: 0,
          padding: 0,
          // While comparing, a long list must not push the comparison out of sight.
          ...(pair.to !== null && { maxHeight: '40vh', overflowY: 'auto' }),
        }}
      >
        {list.nodes.map((node) => {
          const row = readFragment(VersionRow_version, node);
          return (
            <VersionRow
              key={row.id}
              toolId={tool.id}
              row={row}
              chosen={pair.includes(row.version)}
              onToggle={() => toggle(row.version)}
              onRestore={manages && !row.isLatest ? () => setRestoring(row.version) : undefined}
              mayRun={manages || row.isLatest}
            />
          );
        })}
      </ol>
      {list.hasMore && (
        <Button loading={list.loadingMore} onClick={list.loadMore} style={{ alignSelf: 'center' }}>
          {t('loadMore', { ns: 'common' })}
        </Button>
      )}
      {pair.from !== null && pair.to !== null && (
        <Card size="small" title={t('versions.compared', { from: pair.from, to: pair.to })}>
          <Flex vertical gap={16}>
            <CallersDiff toolId={tool.id} from={pair.from} to={pair.to} />
            <CompareVersions toolId={tool.id} from={pair.from} to={pair.to} />
          </Flex>
        </Card>
      )}
      {restoring !== null && (
        <RestoreDialog
          tool={tool}
          version={restoring}
          onClose={() => setRestoring(null)}
          onRestored={list.refresh}
        />
      )}
    </Flex>
  );
}

type RowProps = {
  toolId: string;
  row: DocumentType<typeof VersionRow_version>;
  chosen: boolean;
  onToggle: () => void;
  onRestore: (() => void) | undefined;
  mayRun: boolean;
};

function VersionRow({ toolId, row, chosen, onToggle, onRestore, mayRun }: RowProps) {
  const { t } = useTranslation('tools');
  const { version } = row;
  return (
    <Flex
      component="li"
      gap={12}
      wrap
      align="center"
      style={{ padding: '8px 0', borderTop: '1px solid rgb(128 128 128 / 20%)' }}
    >
      <Checkbox checked={chosen} onChange={onToggle} aria-label={t('versions.choose', { version })}>
        <Typography.Text strong>{t('version', { version })}</Typography.Text>
      </Checkbox>
      {row.isLatest && <Tag>{t('versions.latest')}</Tag>}
      <span style={{ flex: '1 1 200px', overflowWrap: 'anywhere' }}>
        {row.changelog ?? (
          <Typography.Text type="secondary">{t('versions.noChangelog')}</Typography.Text>
        )}
      </span>
      {row.author && <SubjectLabel subject={row.author} />}
      <RelativeTime at={row.createdAt} />
      <Flex gap={8}>
        {mayRun && (
          <LinkButton
            size="small"
            to={toolUrl(toolId, 'try', row.isLatest ? {} : { version: String(version) })}
          >
            {t('versions.run')}
          </LinkButton>
        )}
        {onRestore && (
          <Button size="small" onClick={onRestore}>
            {t('versions.restore')}
          </Button>
        )}
      </Flex>
    </Flex>
  );
}
