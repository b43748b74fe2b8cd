import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { TokensPanel } from '@/features/tokens/TokensPanel';
import { graphql } from '@/graph/generated';
import { Page } from '@/ui/Page';
import { PageState } from '@/ui/PageState';
import { PasswordCard } from './PasswordCard';
import { PreferencesCard } from './PreferencesCard';
import { ProfileCard } from './ProfileCard';
import { SessionsCard } from './SessionsCard';

const AccountPageDocument = graphql(`
  query AccountPage {
    viewer {
      account {
        id
        user { id }
        hasPassword
        tokens(first: 100) { ...TokensPanel_tokens }
        ...ProfileCard_account
        ...SessionsCard_account
      }
    }
  }
`);

/** One's own profile, password, sessions and tokens. */
export function Component() {
  const { t } = useTranslation('account');
  const [{ data, fetching, error }, again] = useQuery({
    query: AccountPageDocument,
    requestPolicy: 'cache-and-network',
  });
  const readAgain = () => again({ requestPolicy: 'network-only' });
  if (!data?.viewer)
    return <PageState fetching={fetching} error={error} back="/" onRetry={readAgain} />;
  const { account } = data.viewer;
  return (
    <Page title={t('title')}>
      {account ? (
        <>
          <ProfileCard account={account} />
          {account.hasPassword ? (
            <PasswordCard />
          ) : (
            <Alert type="warning" showIcon title={t('password.none')} />
          )}
          <PreferencesCard />
          <SessionsCard account={account} />
          <TokensPanel
            subject={account.user.id}
            kind="USER"
            tokens={account.tokens}
            onCreated={readAgain}
          />
        </>
      ) : (
        <Alert type="info" showIcon title={t('noAccount')} />
      )}
    </Page>
  );
}
