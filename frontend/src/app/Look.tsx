import { App as AntApp, ConfigProvider } from 'antd';
import en from 'antd/es/locale/en_US';
import type { ReactNode } from 'react';
import { useThemeMode } from './theme';
import { darkTheme, lightTheme } from './tokens';

/** Theme, component language and the holder of messages and dialogs: what every page and test is wrapped in. */
export function Look({ children }: { children: ReactNode }) {
  const mode = useThemeMode();
  return (
    <ConfigProvider locale={en} theme={mode === 'dark' ? darkTheme : lightTheme}>
      <AntApp>{children}</AntApp>
    </ConfigProvider>
  );
}
