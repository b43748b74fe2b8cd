import { Card, Flex, Typography, theme } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageMenu } from '@/app/LanguageMenu';

type Props = { title: string; children: ReactNode };

/** The page of those who are not signed in: one card in the middle. */
export function Frame({ title, children }: Props) {
  const { t } = useTranslation(['sign-in', 'common']);
  const { token } = theme.useToken();
  useEffect(() => {
    document.title = `${title} · Toolcrib`;
  }, [title]);
  return (
    <Flex
      component="main"
      vertical
      align="center"
      gap={24}
      style={{
        position: 'relative',
        minHeight: '100dvh',
        padding: '12vh 16px 32px',
        background: token.colorBgLayout,
      }}
    >
      <div style={{ position: 'absolute', top: 8, insetInlineEnd: 8 }}>
        <LanguageMenu />
      </div>
      <Flex vertical align="center" gap={4}>
        <Typography.Text strong style={{ fontSize: 28 }}>
          {t('common:product')}
        </Typography.Text>
        <Typography.Text type="secondary">{t('tagline')}</Typography.Text>
      </Flex>
      <Card style={{ width: '100%', maxWidth: 400 }}>
        <Typography.Title level={1} style={{ fontSize: 20, marginTop: 0 }}>
          {title}
        </Typography.Title>
        {children}
      </Card>
    </Flex>
  );
}
