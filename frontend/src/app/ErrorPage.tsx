import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { LinkButton } from '@/ui/LinkButton';
import { Notice } from '@/ui/Notice';
import { Page } from '@/ui/Page';

export function ErrorPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  const message = error instanceof Error ? error.message : String(error);
  return (
    <Notice title={t('fault.page')} text={t('fault.pageText', { message })}>
      <Button type="primary" onClick={() => location.reload()}>
        {t('fault.reload')}
      </Button>
    </Notice>
  );
}

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('notFound.title')}>
      <Notice text={t('notFound.text')}>
        <LinkButton type="primary" to="/">
          {t('notFound.home')}
        </LinkButton>
      </Notice>
    </Page>
  );
}
