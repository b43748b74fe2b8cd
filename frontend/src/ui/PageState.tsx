import { Button, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { CombinedError } from 'urql';
import { isLasting, useFault } from '@/graph/faults';
import { LinkButton } from './LinkButton';
import { Loading } from './Loading';
import { Notice } from './Notice';
import { Page } from './Page';
import { UserErrors } from './UserErrors';

type Props = {
  fetching: boolean;
  error: CombinedError | undefined;
  /** Where to go from a thing that isn't there, as `/tools`. */
  back: string;
  onRetry?: () => void;
};

/** What stands in for a page whose data isn't there: still loading, failed, refused, or not found. */
export function PageState({ fetching, error, back, onRetry }: Props) {
  const { t } = useTranslation();
  const describe = useFault();
  if (error && isLasting(error))
    return (
      <Page title={t('notFound.title')}>
        <Flex vertical gap={12} align="start">
          <UserErrors errors={[describe(error)]} />
          <LinkButton type="primary" to={back}>
            {t(back === '/' ? 'notFound.home' : 'notFound.back')}
          </LinkButton>
        </Flex>
      </Page>
    );
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

/** Why something could not be read, and what helps: another try, or an address without what was refused in it. */
export function Fault({ error, onRetry }: { error: CombinedError; onRetry?: () => void }) {
  const { t } = useTranslation();
  const describe = useFault();
  const { pathname, search } = useLocation();
  const retry = onRetry && <Button onClick={onRetry}>{t('retry')}</Button>;
  const withoutFilters = search && <LinkButton to={pathname}>{t('withoutFilters')}</LinkButton>;
  return (
    <UserErrors errors={[describe(error)]} action={isLasting(error) ? withoutFilters : retry} />
  );
}
