import { Card, Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  LANGUAGES,
  type Language,
  type LanguageChoice,
  setLanguageChoice,
  useLanguageChoice,
} from '@/app/language';
import { setThemeChoice, type ThemeChoice, useThemeChoice } from '@/app/theme';

const THEMES: readonly ThemeChoice[] = ['light', 'dark', 'system'];

/** How the console looks and speaks in this browser. */
export function PreferencesCard() {
  const { t } = useTranslation(['account', 'common']);
  const language = useLanguageChoice();
  const theme = useThemeChoice();
  const languages = (Object.keys(LANGUAGES) as Language[]).map((value) => ({
    value: value as LanguageChoice,
    label: <span lang={LANGUAGES[value].tag}>{LANGUAGES[value].name}</span>,
  }));
  return (
    <Card size="small" title={t('preferences')}>
      <Form layout="vertical" component="div" style={{ maxWidth: 420 }}>
        <Form.Item label={t('common:language.label')} htmlFor="language">
          <Select<LanguageChoice>
            id="language"
            value={language}
            onChange={(next) => void setLanguageChoice(next)}
            options={[...languages, { value: 'system', label: t('common:language.system') }]}
          />
        </Form.Item>
        <Form.Item label={t('common:theme.label')} htmlFor="theme" style={{ margin: 0 }}>
          <Select<ThemeChoice>
            id="theme"
            value={theme}
            onChange={setThemeChoice}
            options={THEMES.map((value) => ({ value, label: t(`common:theme.${value}`) }))}
          />
        </Form.Item>
      </Form>
    </Card>
  );
}
