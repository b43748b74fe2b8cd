import { App, Button, Flex, Popconfirm, Tag, Typography, theme } from 'antd';
import { useTranslation } from 'react-i18next';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import type { TokenRow_TokenFragment } from '@/graph/generated/graphql';
import { useAction } from '@/graph/useAction';
import { RelativeTime } from '@/ui/RelativeTime';
import { useNow } from '@/ui/time';

export const TokenRow_token = graphql(`
  fragment TokenRow_token on AccessToken {
    id
    name
    prefix
    scope
    expiresAt
    lastUsedAt
    revokedAt
    createdAt
    onBehalfOf { id displayName }
  }
`);

const RevokeTokenDocument = graphql(`
  mutation RevokeToken($input: RevokeAccessTokenInput!) {
    revokeAccessToken(input: $input) {
      accessToken { id ...TokenRow_token }
      userErrors { code message field }
    }
  }
`);

export function TokenRow(props: { token: FragmentType<typeof TokenRow_token> }) {
  const { t } = useTranslation(['tokens', 'common']);
  const { token: design } = theme.useToken();
  const { message } = App.useApp();
  const now = useNow();
  const token = readFragment(TokenRow_token, props.token);
  const [revoke, revoking] = useAction(RevokeTokenDocument, (data) => data.revokeAccessToken);
  const expired = token.expiresAt != null && new Date(token.expiresAt).getTime() <= now;
  const over = token.revokedAt != null || expired;

  const onRevoke = async () => {
    const { errors } = await revoke({ input: { id: token.id } });
    for (const error of errors) void message.error(error.message);
  };
  return (
    <Flex
      component="li"
      gap={12}
      wrap
      align="center"
      style={{ padding: '10px 0', borderTop: `1px solid ${design.colorBorderSecondary}` }}
    >
      <div style={{ flex: '1 1 260px', minWidth: 0 }}>
        <Flex gap={8} wrap align="center">
          <Typography.Text strong delete={over}>
            {token.name}
          </Typography.Text>
          <Typography.Text code>{token.prefix}…</Typography.Text>
          <Tag>{t(`scope.${token.scope}.name`)}</Tag>
          {token.revokedAt && <Tag color="error">{t('revoked')}</Tag>}
          {!token.revokedAt && expired && <Tag>{t('expired')}</Tag>}
        </Flex>
        <Uses token={token} over={over} />
      </div>
      {!over && (
        <Popconfirm
          title={t('revokeSure', { name: token.name })}
          description={t('revokeText')}
          okText={t('revoke')}
          okButtonProps={{ danger: true }}
          cancelText={t('common:cancel')}
          onConfirm={onRevoke}
        >
          <Button
            danger
            size="small"
            loading={revoking}
            aria-label={t('revokeName', { name: token.name })}
          >
            {t('revoke')}
          </Button>
        </Popconfirm>
      )}
    </Flex>
  );
}

function Uses({ token, over }: { token: TokenRow_TokenFragment; over: boolean }) {
  const { t } = useTranslation('tokens');
  return (
    <Typography.Text type="secondary">
      {token.lastUsedAt ? (
        <>
          {t('lastUsed')} <RelativeTime at={token.lastUsedAt} />
        </>
      ) : (
        t('neverUsed')
      )}
      {!over && (
        <>
          {' · '}
          {token.expiresAt ? (
            <>
              {t('expires')} <RelativeTime at={token.expiresAt} />
            </>
          ) : (
            t('neverExpires')
          )}
        </>
      )}
      {token.onBehalfOf && ` · ${t('for', { name: token.onBehalfOf.displayName })}`}
    </Typography.Text>
  );
}
