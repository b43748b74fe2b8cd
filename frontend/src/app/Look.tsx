import { App as AntApp, ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { useComponentTexts } from './language';
import { useThemeMode } from './theme';
import { darkTheme, lightTheme } from './tokens';

/** antd writes a tag's words in its colour, too pale to read on it. */
const TAG = { style: { color: 'var(--ant-color-text)' } };

/** Buttons of a few pixels that double the arrow keys, and that antd names in English whatever the language. */
const NUMBER = { styles: { actions: { display: 'none' } } };

/** Theme, component language and the holder of messages and dialogs: what every page and test is wrapped in. */
export function Look({ children }: { children: ReactNode }) {
  const mode = useThemeMode();
  const texts = useComponentTexts();
  return (
    <ConfigProvider
      locale={texts}
      theme={mode === 'dark' ? darkTheme : lightTheme}
      tag={TAG}
      inputNumber={NUMBER}
    >
      <AntApp>{children}</AntApp>
    </ConfigProvider>
  );
}
