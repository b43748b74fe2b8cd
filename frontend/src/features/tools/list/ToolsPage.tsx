import { PlusOutlined } from '@ant-design/icons';
import { Button, Flex, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useQuery } from 'urql';
import { useShortcut } from '@/app/keyboard/useShortcut';
import { graphql } from '@/graph/generated';
import { useConnectionPages } from '@/graph/useConnectionPages';
import { EmptyState } from '@/ui/EmptyState';
import { LinkButton } from '@/ui/LinkButton';
import { Loading } from '@/ui/Loading';
import { Page } from '@/ui/Page';
import { Fault } from '@/ui/PageState';
import { useExport } from '../transfer/useExport';
import { importToolsUrl, newToolUrl, toolsUrl } from '../urls';
import {
  isNarrowed,
  readFilters,
  type ToolFilters,
  toToolFilter,
  toToolOrder,
  writeFilters,
} from './filters';
import { ToolFilterBar } from './ToolFilterBar';
import { ToolTable } from './ToolTable';

const ToolsListQuery = graphql(`
  query ToolsList($first: Int!, $after: String, $filter: ToolFilter, $orderBy: ToolOrder) {
    tools(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
      totalCount
      nodes { id ...ToolRow_tool }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const ToolsFacetsQuery = graphql(`
  query ToolsFacets { ...ToolFilterBar_query }
`);

export function Component() {
  const { t, i18n } = useTranslation(['tools', 'transfer']);
  const save = useExport();
  const navigate = useNavigate();
  useShortcut('newTool', () => void navigate(newToolUrl));
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  const change = (patch: Partial<ToolFilters>) =>
    setParams((old) => writeFilters({ ...readFilters(old), ...patch }), {
      replace: true,
      flushSync: true,
    });
  const [facets] = useQuery({ query: ToolsFacetsQuery });
  const list = useConnectionPages({
    query: ToolsListQuery,
    variables: { filter: toToolFilter(filters), orderBy: toToolOrder(filters) },
    connection: (data) => data.tools,
    pageSize: 100,
  });
  const empty = !list.loading && !list.error && list.nodes.length === 0;
  return (
    <Page
      fill
      title={t('list.title')}
      actions={
        <>
          <Typography.Text type="secondary" role="status">
            {list.totalCount !== undefined &&
              t('list.count', {
                count: list.totalCount,
                shown: list.totalCount.toLocaleString(i18n.language),
              })}
          </Typography.Text>
          {list.nodes.length > 0 && (
            <Button onClick={() => void save('tools', { filter: toToolFilter(filters) })}>
              {t('export.found', { ns: 'transfer' })}
            </Button>
          )}
          <LinkButton to={importToolsUrl}>{t('import.action', { ns: 'transfer' })}</LinkButton>
          <LinkButton to={newToolUrl} type="primary" icon={<PlusOutlined aria-hidden />}>
            {t('list.create')}
          </LinkButton>
        </>
      }
    >
      <ToolFilterBar query={facets.data} filters={filters} onChange={change} />
      {list.error && <Fault error={list.error} onRetry={list.refresh} />}
      {list.loading && list.nodes.length === 0 && <Loading />}
      {empty && <NoTools narrowed={isNarrowed(filters)} />}
      {list.nodes.length > 0 && (
        <ToolTable list={list} filters={filters} resetKey={writeFilters(filters).toString()} />
      )}
    </Page>
  );
}

function NoTools({ narrowed }: { narrowed: boolean }) {
  const { t } = useTranslation('tools');
  if (narrowed)
    return (
      <EmptyState
        title={t('list.noMatch')}
        text={t('list.noMatchText')}
        action={<LinkButton to={toolsUrl()}>{t('list.showAll')}</LinkButton>}
      />
    );
  return (
    <EmptyState
      title={t('list.empty')}
      text={
        <Flex vertical style={{ maxWidth: 520 }}>
          {t('list.emptyText')}
        </Flex>
      }
      action={
        <LinkButton to={newToolUrl} type="primary">
          {t('list.createFirst')}
        </LinkButton>
      }
    />
  );
}
