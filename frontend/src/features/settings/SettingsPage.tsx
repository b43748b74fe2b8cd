import { Tabs } from 'antd';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useViewer } from '@/app/viewer';
import { Loading } from '@/ui/Loading';
import { Page } from '@/ui/Page';
import { PageState } from '@/ui/PageState';

const CategoriesPanel = lazy(() => import('@/features/categories/CategoriesPanel'));
const PeoplePanel = lazy(() => import('@/features/people/PeoplePanel'));
const ServerPanel = lazy(() => import('./ServerPanel'));

const TABS = ['categories', 'people', 'server'] as const;
type Tab = (typeof TABS)[number];

const PANELS: Record<Tab, ReactNode> = {
  categories: <CategoriesPanel />,
  people: <PeoplePanel />,
  server: <ServerPanel />,
};

/** What concerns everybody on this server; each tab has an address of its own. */
export function Component() {
  const { t } = useTranslation('settings');
  const { tab } = useParams();
  const navigate = useNavigate();
  const { isAdmin } = useViewer();
  const current = TABS.find((each) => each === tab);
  if (!current) return <PageState fetching={false} error={undefined} back="/settings" />;
  const shown = TABS.filter((each) => isAdmin || each !== 'people' || each === current);
  return (
    <Page
      fill={current === 'people'}
      title={t('titleOf', { tab: t(`tab.${current}`) })}
      heading={t('title')}
    >
      <Tabs
        activeKey={current}
        onChange={(key) => void navigate(`/settings/${key}`)}
        items={shown.map((key) => ({ key, label: t(`tab.${key}`) }))}
        aria-label={t('title')}
        style={{ marginBottom: -12 }}
      />
      <Suspense fallback={<Loading />}>{PANELS[current]}</Suspense>
    </Page>
  );
}
