import { Button, Result } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { LinkButton } from '@/ui/LinkButton';
import { Page } from '@/ui/Page';

export function ErrorPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  const message = error instanceof Error ? error.message : String(error);
  return (
    <Result
      status="error"
      title={t('fault.page')}
      subTitle={t('fault.pageText', { message })}
      extra={
        <Button type="primary" onClick={() => location.reload()}>
          {t('fault.reload')}
        </Button>
      }
    />
  );
}

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('notFound.title')}>
      <Result
        status="404"
        subTitle={t('notFound.text')}
        extra={
          <LinkButton type="primary" to="/tools">
            {t('nav.tools')}
          </LinkButton>
        }
      />
    </Page>
  );
}
