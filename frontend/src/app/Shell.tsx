import { Layout, Skeleton, theme } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { useQuery } from 'urql';
import { Fault } from '@/ui/PageState';
import { Header } from './Header';
import { Navigation, NavigationDrawer } from './Navigation';
import { useIsWide } from './useIsWide';
import { useShortcuts } from './useShortcuts';
import { ShellDocument, ViewerContext } from './viewer';

const ShortcutsDialog = lazy(() => import('./ShortcutsDialog'));

/** The frame of every page for people who are signed in: navigation, header, and the page itself. */
export function Shell() {
  const { t } = useTranslation();
  const { token } = theme.useToken();
  const { pathname } = useLocation();
  const wide = useIsWide();
  const [menuOpen, setMenuOpen] = useState(false);
  const [help, setHelp] = useState(false);
  const [{ data, error }, again] = useQuery({ query: ShellDocument });
  useShortcuts(() => setHelp(true));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the path changes
  useEffect(() => setMenuOpen(false), [pathname]);

  return (
    <Layout style={{ height: '100dvh' }}>
      <a href="#page" className="skip-link">
        {t('skip')}
      </a>
      {wide ? (
        <Layout.Sider width={200} style={{ background: token.colorBgContainer }}>
          <Navigation isAdmin={data?.viewer?.isAdmin ?? false} />
        </Layout.Sider>
      ) : (
        <NavigationDrawer
          isAdmin={data?.viewer?.isAdmin ?? false}
          open={menuOpen}
          onClose={() => setMenuOpen(false)}
        />
      )}
      <Layout>
        <Header
          data={data}
          onMenu={wide ? undefined : () => setMenuOpen(true)}
          onHelp={() => setHelp(true)}
        />
        <Layout.Content
          id="page"
          role="main"
          style={{ padding: wide ? 16 : 12, overflow: 'auto', position: 'relative' }}
        >
          <Suspense fallback={<Skeleton active />}>
            {error && !(data?.viewer && data.server) && (
              <Fault error={error} onRetry={() => again({ requestPolicy: 'network-only' })} />
            )}
            {data?.viewer && (
              <ViewerContext value={data.viewer}>
                <Outlet />
              </ViewerContext>
            )}
          </Suspense>
        </Layout.Content>
      </Layout>
      <Suspense>{help && <ShortcutsDialog onClose={() => setHelp(false)} />}</Suspense>
    </Layout>
  );
}
