import { Tabs } from 'antd';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { NotFoundPage } from '@/app/ErrorPage';
import { graphql, readFragment } from '@/graph/generated';
import type { ToolPageQuery } from '@/graph/generated/graphql';
import { useLastingQuery } from '@/graph/useLastingQuery';
import { Loading } from '@/ui/Loading';
import { Page } from '@/ui/Page';
import { PageState } from '@/ui/PageState';
import { ToolContent_tool } from './contentFragments';
import { KeptDraft } from './editor/KeptDraft';
import { LeaveGuard } from './editor/LeaveGuard';
import { useDraft } from './editor/useDraft';
import { useKeptDraft } from './editor/useKeptDraft';
import { ToolActions } from './ToolActions';
import styles from './ToolPage.module.css';
import { ToolSummary } from './ToolSummary';
import type { Tried } from './trial/TryForm';
import { TOOL_TABS, type ToolTab, tabOf, toolUrl } from './urls';

const OverviewTab = lazy(() => import('./overview/OverviewTab'));
const EditorTab = lazy(() => import('./editor/EditorTab'));
const TryTab = lazy(() => import('./trial/TryTab'));
const VersionsTab = lazy(() => import('./versions/VersionsTab'));
const ExecutionsTab = lazy(() => import('./executions/ExecutionsTab'));
const AccessTab = lazy(() => import('./access/AccessTab'));

const ToolPageDocument = graphql(`
  query ToolPage($id: ID!) {
    tool(id: $id) {
      id
      name
      displayName
      viewerPermission
      ...ToolContent_tool
      ...ToolSummary_tool
      ...ToolActions_tool
      ...OverviewTab_tool
      ...EditorTab_tool
      ...TryTab_tool
      ...VersionsTab_tool
      ...AccessTab_tool
    }
    ...EditorTab_query
  }
`);

export function Component() {
  const { toolId = '', tab: segment } = useParams();
  const [params] = useSearchParams();
  const tab = tabOf(segment);
  const named = params.has('tab') && tabOf(params.get('tab') ?? undefined);
  const [{ data, fetching, error }, again] = useLastingQuery({
    query: ToolPageDocument,
    variables: { id: toolId },
    requestPolicy: 'cache-and-network',
  });
  if (!tab) return <NotFoundPage />;
  if (named) return <Navigate to={toolUrl(toolId, named, withoutTab(params))} replace />;
  if (data?.tool) return <LoadedTool key={data.tool.id} data={data} tab={tab} />;
  const retry = () => again({ requestPolicy: 'network-only' });
  return <PageState fetching={fetching} error={error} back="/tools" onRetry={retry} />;
}

function LoadedTool({ data, tab }: { data: ToolPageQuery; tab: ToolTab }) {
  const { t } = useTranslation('tools');
  const navigate = useNavigate();
  const tool = data.tool as NonNullable<ToolPageQuery['tool']>;
  const content = readFragment(ToolContent_tool, tool);
  const draft = useDraft(content);
  const manages = tool.viewerPermission === 'ADMIN';
  const [changelog, setChangelog] = useState('');
  const kept = useKeptDraft(tool.id, { ...draft, changelog }, manages, setChangelog);
  const shown = TOOL_TABS.filter((key) => key !== 'access' || tool.viewerPermission === 'ADMIN');
  const dirty = draft.changed.length > 0;
  const tried = useRef<Tried | null>(null);
  const panels: Record<ToolTab, ReactNode> = {
    overview: <OverviewTab tool={tool} />,
    editor: (
      <EditorTab
        tool={tool}
        query={data}
        draft={draft}
        changelog={changelog}
        onChangelog={setChangelog}
      />
    ),
    try: <TryTab tool={tool} dirty={dirty} tried={tried} />,
    versions: <VersionsTab tool={tool} dirty={dirty} />,
    executions: <ExecutionsTab toolId={tool.id} />,
    access: <AccessTab tool={tool} />,
  };
  return (
    <Page
      title={tool.displayName}
      heading={`${content.icon && isEmoji(content.icon) ? `${content.icon} ` : ''}${tool.displayName}`}
      actions={<ToolActions tool={tool} />}
      summary={<ToolSummary tool={tool} />}
    >
      <LeaveGuard home={toolUrl(tool.id)} dirty={dirty} onDiscard={kept.discard} />
      <KeptDraft {...kept} />
      <Tabs
        className={styles.tabs}
        activeKey={tab}
        onChange={(key) => void navigate(toolUrl(tool.id, key as ToolTab))}
        destroyOnHidden
        items={shown.map((key) => ({
          key,
          label: key === 'editor' && dirty ? t('tab.editorDirty') : t(`tab.${key}`),
          children: <Suspense fallback={<Loading />}>{panels[key]}</Suspense>,
        }))}
      />
    </Page>
  );
}

const withoutTab = (params: URLSearchParams) =>
  Object.fromEntries([...params].filter(([key]) => key !== 'tab'));

/** Icons may also be addresses of images; those are not drawn, as the page loads nothing from elsewhere. */
const isEmoji = (icon: string) => !/^[a-z]+:/i.test(icon);
