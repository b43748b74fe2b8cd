import { Alert, Button, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CombinedError } from 'urql';
import { useFaultMessage } from '@/graph/useAction';
import { LinkButton } from './LinkButton';
import { Loading } from './Loading';
import { Notice } from './Notice';
import { Page } from './Page';

type Props = {
  fetching: boolean;
  error: CombinedError | undefined;
  /** Where to go from a thing that isn't there, as `/tools`. */
  back: string;
  onRetry?: () => void;
};

/** What stands in for a page whose data isn't there: still loading, failed, or not found. */
export function PageState({ fetching, error, back, onRetry }: Props) {
  const { t } = useTranslation();
  if (error)
    return (
      <Flex vertical gap={12} align="start">
        <Fault error={error} onRetry={onRetry} />
        {back !== '/' && <LinkButton to={back}>{t('notFound.back')}</LinkButton>}
      </Flex>
    );
  if (fetching) return <Loading />;
  return (
    <Page title={t('notFound.title')}>
      <Notice text={t('notFound.text')}>
        <LinkButton type="primary" to={back}>
          {t('notFound.back')}
        </LinkButton>
      </Notice>
    </Page>
  );
}

export function Fault({ error, onRetry }: { error: CombinedError; onRetry?: () => void }) {
  const { t } = useTranslation();
  const describe = useFaultMessage();
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={describe(error)}
      action={onRetry && <Button onClick={onRetry}>{t('retry')}</Button>}
    />
  );
}
