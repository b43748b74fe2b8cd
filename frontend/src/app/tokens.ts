import { type ThemeConfig, theme } from 'antd';

// antd's defaults miss WCAG AA in places (links, descriptions, placeholders, selected items); every pair here is at least 4.5:1.
const shared: ThemeConfig['token'] = {
  borderRadius: 6,
  fontFamily:
    "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
  fontFamilyCode: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
};

export const lightTheme: ThemeConfig = {
  algorithm: theme.defaultAlgorithm,
  token: {
    ...shared,
    colorPrimary: '#1554d1',
    colorLink: '#1554d1',
    colorInfo: '#1554d1',
    colorError: '#c8102e',
    colorTextDescription: '#595959',
    colorTextTertiary: '#595959',
    colorTextPlaceholder: '#6b6b6b',
    colorBgLayout: '#f6f7f9',
  },
};

export const darkTheme: ThemeConfig = {
  algorithm: theme.darkAlgorithm,
  token: {
    ...shared,
    colorPrimary: '#1f6feb',
    colorLink: '#7fb0ff',
    colorInfo: '#7fb0ff',
    colorError: '#f2606a',
    colorTextDescription: '#b0b0b0',
    colorTextTertiary: '#b0b0b0',
    colorTextPlaceholder: '#9a9a9a',
    colorBgLayout: '#0e0f11',
  },
  components: {
    Menu: { itemSelectedColor: '#a9caff' },
    Tabs: { itemSelectedColor: '#7fb0ff', itemActiveColor: '#7fb0ff', itemHoverColor: '#a9caff' },
    Button: { dangerColor: '#141414' },
  },
};
