import { Alert, Button, Result, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { Loading } from '@/ui/Loading';
import { Frame } from './Frame';
import { LinkForm } from './LinkForm';
import { type LinkInfo, type Refusal, readLink } from './session';
import { useRefusalText } from './useRefusalText';

type State = { info?: LinkInfo; refusal?: Refusal };

/** Where a one-time link leads: opening it only shows whose it is; pressing the button uses it up. */
export function Component() {
  const { t } = useTranslation(['sign-in', 'common']);
  const { secret = '' } = useParams();
  const [tries, setTries] = useState(0);
  const [{ info, refusal }, setState] = useState<State>({});
  const describe = useRefusalText();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try reads the link again
  useEffect(() => {
    let here = true;
    void readLink(secret).then((answer) => {
      if (here) setState(answer.ok ? { info: answer.value } : { refusal: answer.refusal });
    });
    return () => {
      here = false;
    };
  }, [secret, tries]);

  if (refusal?.code === 'UNREACHABLE')
    return (
      <Frame title={t('link.title')}>
        <Alert
          type="error"
          showIcon
          role="alert"
          title={describe(refusal)}
          action={<Button onClick={() => setTries(tries + 1)}>{t('common:retry')}</Button>}
        />
      </Frame>
    );
  if (refusal)
    return (
      <Frame title={t('link.goneTitle')}>
        <Result
          status="warning"
          style={{ padding: 0 }}
          subTitle={
            <>
              {t('link.goneText')}{' '}
              <Typography.Text code style={{ whiteSpace: 'nowrap' }}>
                toolcrib signin-link
              </Typography.Text>
            </>
          }
          extra={<Link to="/sign-in">{t('link.toSignIn')}</Link>}
        />
      </Frame>
    );
  return (
    <Frame title={info ? t('link.welcome', { name: info.displayName }) : t('link.title')}>
      {info ? <LinkForm secret={secret} info={info} /> : <Loading />}
    </Frame>
  );
}
