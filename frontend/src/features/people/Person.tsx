import { App, Button, Flex, Popconfirm, Select, Tag, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { useViewer } from '@/app/viewer';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import type { UpdateUserInput, UserRole } from '@/graph/generated/graphql';
import { useAction } from '@/graph/useAction';
import { RelativeTime } from '@/ui/RelativeTime';
import { sentence } from '@/ui/refusal';
import { SignInLinkButton } from './SignInLinkButton';

export const Person_user = graphql(`
  fragment Person_user on User {
    id
    username
    displayName
    isActive
    createdAt
    account { id email role hasPassword }
  }
`);

const UpdatePersonDocument = graphql(`
  mutation UpdatePerson($input: UpdateUserInput!) {
    updateUser(input: $input) {
      user { id ...Person_user }
      userErrors { code message field }
    }
  }
`);

type Cell = { user: FragmentType<typeof Person_user> };

function useUpdate(): [update: (input: UpdateUserInput) => Promise<void>, updating: boolean] {
  const { message } = App.useApp();
  const [run, updating] = useAction(UpdatePersonDocument, (data) => data.updateUser);
  const update = async (input: UpdateUserInput) => {
    const { errors } = await run({ input });
    for (const error of errors) void message.error(sentence(error));
  };
  return [update, updating];
}

export function PersonName({ user }: Cell) {
  const { t } = useTranslation('people');
  const { username, displayName, isActive, account } = readFragment(Person_user, user);
  return (
    <Flex gap={8} align="center" wrap>
      <span>{displayName}</span>
      <Typography.Text type="secondary">{username}</Typography.Text>
      {!isActive && <Tag>{t('inactive')}</Tag>}
      {isActive && account && !account.hasPassword && <Tag>{t('invited')}</Tag>}
    </Flex>
  );
}

export function PersonEmail({ user }: Cell) {
  return readFragment(Person_user, user).account?.email;
}

export function PersonJoined({ user }: Cell) {
  return <RelativeTime at={readFragment(Person_user, user).createdAt} />;
}

/** The role, to be changed in place: with a question first, since it opens or closes a lot. */
export function PersonRole({ user }: Cell) {
  const { t } = useTranslation(['people', 'common']);
  const { modal } = App.useApp();
  const [update, updating] = useUpdate();
  const { id, displayName, account } = readFragment(Person_user, user);
  if (!account) return null;
  const ask = (role: UserRole) =>
    modal.confirm({
      title: t('roleSure', { name: displayName, role: t(`role.${role}`) }),
      content: t(`roleMeaning.${role}`),
      okText: t('roleChange'),
      cancelText: t('common:cancel'),
      onOk: () => update({ id, role }),
    });
  return (
    <Select<UserRole>
      size="small"
      aria-label={t('roleOf', { name: displayName })}
      value={account.role}
      loading={updating}
      onChange={ask}
      options={(['MEMBER', 'ADMIN'] as const).map((role) => ({
        value: role,
        label: t(`role.${role}`),
      }))}
      style={{ width: 110 }}
    />
  );
}

export function PersonActions({ user }: Cell) {
  const { t } = useTranslation(['people', 'common']);
  const { subject } = useViewer();
  const [update, updating] = useUpdate();
  const { id, displayName, isActive } = readFragment(Person_user, user);
  if (id === subject.id) return <Typography.Text type="secondary">{t('you')}</Typography.Text>;
  if (!isActive)
    return (
      <Button
        size="small"
        loading={updating}
        aria-label={t('activateName', { name: displayName })}
        onClick={() => void update({ id, isActive: true })}
      >
        {t('activate')}
      </Button>
    );
  return (
    <Flex gap={4} justify="end">
      <SignInLinkButton id={id} name={displayName} />
      <Popconfirm
        title={t('deactivateSure', { name: displayName })}
        description={t('deactivateText')}
        okText={t('deactivate')}
        okButtonProps={{ danger: true }}
        cancelText={t('common:cancel')}
        onConfirm={() => update({ id, isActive: false })}
      >
        <Button
          size="small"
          danger
          loading={updating}
          aria-label={t('deactivateName', { name: displayName })}
        >
          {t('deactivate')}
        </Button>
      </Popconfirm>
    </Flex>
  );
}

/** A person where there is no room for columns. */
export function PersonCard({ user }: Cell) {
  return (
    <Flex vertical gap={6}>
      <PersonName user={user} />
      <PersonEmail user={user} />
      <Flex justify="space-between" align="center">
        <PersonRole user={user} />
        <PersonActions user={user} />
      </Flex>
    </Flex>
  );
}
