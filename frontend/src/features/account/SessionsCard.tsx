import { App, Button, Card, Flex, Tag, Typography, theme } from 'antd';
import { useTranslation } from 'react-i18next';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import type { SessionRow_SessionFragment } from '@/graph/generated/graphql';
import { useAction } from '@/graph/useAction';
import { RelativeTime } from '@/ui/RelativeTime';
import { browserName } from './browserName';

export const SessionRow_session = graphql(`
  fragment SessionRow_session on Session {
    id
    createdAt
    lastUsedAt
    address
    userAgent
    isCurrent
  }
`);

export const SessionsCard_account = graphql(`
  fragment SessionsCard_account on Account {
    id
    sessions { id ...SessionRow_session }
  }
`);

const RevokeSessionDocument = graphql(`
  mutation RevokeSession($input: RevokeSessionInput!) {
    revokeSession(input: $input) {
      deletedId
      userErrors { code message field }
    }
  }
`);

type Props = { account: FragmentType<typeof SessionsCard_account> };

/** The browsers one is signed in with. */
export function SessionsCard(props: Props) {
  const { t } = useTranslation('account');
  const { sessions } = readFragment(SessionsCard_account, props.account);
  const rows = sessions.map((session) => readFragment(SessionRow_session, session));
  return (
    <Card size="small" title={t('sessions.title')}>
      <Flex vertical component="ul" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {rows.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Flex>
    </Card>
  );
}

function SessionRow({ session }: { session: SessionRow_SessionFragment }) {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const [revoke, revoking] = useAction(RevokeSessionDocument, (data) => data.revokeSession);
  const browser = browserName(session.userAgent) ?? t('sessions.unknown');
  const end = async () => {
    const { errors } = await revoke({ input: { id: session.id } });
    for (const error of errors) void message.error(error.message);
  };
  return (
    <Flex
      component="li"
      gap={12}
      wrap
      align="center"
      justify="space-between"
      style={{ padding: '8px 0', borderTop: `1px solid ${token.colorBorderSecondary}` }}
    >
      <div style={{ minWidth: 0 }}>
        <span title={session.userAgent ?? undefined}>{browser}</span>{' '}
        {session.isCurrent && <Tag color="success">{t('sessions.current')}</Tag>}
        <br />
        <Typography.Text type="secondary">
          {session.address && `${session.address} · `}
          {t('sessions.used')} <RelativeTime at={session.lastUsedAt} />
          {` · ${t('sessions.since')} `}
          <RelativeTime at={session.createdAt} />
        </Typography.Text>
      </div>
      {!session.isCurrent && (
        <Button
          size="small"
          danger
          loading={revoking}
          onClick={() => void end()}
          aria-label={t('sessions.endName', { name: browser })}
        >
          {t('sessions.end')}
        </Button>
      )}
    </Flex>
  );
}
