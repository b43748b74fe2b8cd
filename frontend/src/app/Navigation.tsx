import { Menu, type MenuProps, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { placesFor } from './places';

type Item = NonNullable<MenuProps['items']>[number];

function useItems(isAdmin: boolean): Item[] {
  const { t } = useTranslation();
  return placesFor(isAdmin)
    .filter(({ within }) => !within)
    .map(({ path, name, icon, outside }) => {
      const text = t(`nav.${name}`);
      return {
        key: path,
        icon,
        label: outside ? <a href={path}>{text}</a> : <Link to={path}>{text}</Link>,
      };
    });
}

export function Navigation({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <nav aria-label={t('nav.label')}>
      <Typography.Text
        strong
        style={{ display: 'block', fontSize: 18, padding: '14px 24px', lineHeight: '20px' }}
      >
        {t('product')}
      </Typography.Text>
      <Menu
        mode="inline"
        selectedKeys={[`/${pathname.split('/')[1]}`]}
        items={useItems(isAdmin)}
        style={{ borderInlineEnd: 'none' }}
      />
    </nav>
  );
}
