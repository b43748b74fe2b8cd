import { Layout, theme } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { useQuery } from 'urql';
import { Loading } from '@/ui/Loading';
import { Fault } from '@/ui/PageState';
import { Header } from './Header';
import { useFocusKeeper } from './keyboard/useFocusKeeper';
import { useFrameShortcuts } from './keyboard/useFrameShortcuts';
import { Navigation } from './Navigation';
import { useIsWide } from './useIsWide';
import { ShellDocument, ViewerContext } from './viewer';

const ShortcutsDialog = lazy(() => import('./keyboard/ShortcutsDialog'));
const NavigationDrawer = lazy(() => import('./NavigationDrawer'));
const Palette = lazy(() => import('./palette/Palette'));

/** The frame of every page for people who are signed in: navigation, header, and the page itself. */
export function Shell() {
  const { t } = useTranslation();
  const { token } = theme.useToken();
  const { pathname } = useLocation();
  const wide = useIsWide();
  const [menuOpen, setMenuOpen] = useState(false);
  const [dialog, setDialog] = useState<'help' | 'palette'>();
  const [{ data, error }, again] = useQuery({ query: ShellDocument });
  const isAdmin = data?.viewer?.isAdmin ?? false;
  const showHelp = () => setDialog('help');
  const showPalette = () => setDialog('palette');
  const close = () => setDialog(undefined);
  useFocusKeeper();
  useFrameShortcuts(isAdmin, { help: showHelp, palette: showPalette });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the path changes
  useEffect(() => setMenuOpen(false), [pathname]);

  return (
    <Layout style={{ height: '100dvh' }}>
      <a href="#page" className="skip-link">
        {t('skip')}
      </a>
      {wide ? (
        <Layout.Sider width={200} style={{ background: token.colorBgContainer }}>
          <Navigation isAdmin={isAdmin} />
        </Layout.Sider>
      ) : (
        <Suspense>
          <NavigationDrawer isAdmin={isAdmin} open={menuOpen} onClose={() => setMenuOpen(false)} />
        </Suspense>
      )}
      <Layout>
        <Header
          data={data}
          onMenu={wide ? undefined : () => setMenuOpen(true)}
          onHelp={showHelp}
          onPalette={showPalette}
        />
        <Layout.Content
          id="page"
          role="main"
          style={{ padding: wide ? 16 : 12, overflow: 'auto', position: 'relative' }}
        >
          <Suspense fallback={<Loading />}>
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
      <Suspense>
        {dialog === 'help' && <ShortcutsDialog isAdmin={isAdmin} onClose={close} />}
        {dialog === 'palette' && data?.viewer && (
          <Palette isAdmin={isAdmin} onClose={close} onHelp={showHelp} />
        )}
      </Suspense>
    </Layout>
  );
}
