import { TranslationOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  LANGUAGES,
  type Language,
  type LanguageChoice,
  setLanguageChoice,
  useLanguageChoice,
} from './language';

/** Each language stands there by its own name, so that it is found by those who read no other. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const choice = useLanguageChoice();
  const languages = Object.keys(LANGUAGES) as Language[];
  const items = [
    ...languages.map((key) => ({
      key,
      label: <span lang={LANGUAGES[key].tag}>{LANGUAGES[key].name}</span>,
    })),
    { key: 'system', label: t('language.system') },
  ];
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [choice],
        items,
        onClick: ({ key }) => void setLanguageChoice(key as LanguageChoice),
      }}
    >
      <Button
        type="text"
        icon={<TranslationOutlined />}
        aria-label={t('language.label')}
        title={t('language.label')}
      />
    </Dropdown>
  );
}
