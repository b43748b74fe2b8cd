import { App, Button, Card, Flex, Form, Input, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserError } from '@/graph/faults';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { useAction } from '@/graph/useAction';
import { showAtFields, UserErrors } from '@/ui/UserErrors';

export const ProfileCard_account = graphql(`
  fragment ProfileCard_account on Account {
    id
    email
    role
    user { id username displayName }
  }
`);

const UpdateProfileDocument = graphql(`
  mutation UpdateProfile($input: UpdateUserInput!) {
    updateUser(input: $input) {
      user { id displayName account { id email } }
      userErrors { code message field }
    }
  }
`);

type Values = { displayName: string; email?: string | null };
type Props = { account: FragmentType<typeof ProfileCard_account> };

export function ProfileCard(props: Props) {
  const { t } = useTranslation(['account', 'common']);
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [errors, setErrors] = useState<UserError[]>([]);
  const { user, email, role } = readFragment(ProfileCard_account, props.account);
  const [update, updating] = useAction(UpdateProfileDocument, (data) => data.updateUser);

  const submit = async (values: Values) => {
    const outcome = await update({
      input: { id: user.id, displayName: values.displayName, email: values.email || null },
    });
    setErrors(showAtFields(form, outcome.errors));
    if (outcome.errors.length === 0) void message.success(t('saved'));
  };
  return (
    <Card
      size="small"
      title={
        <Flex gap={8} align="center">
          {user.username}
          <Tag>{t(`role.${role}`)}</Tag>
        </Flex>
      }
    >
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ displayName: user.displayName, email }}
        onFinish={(values) => void submit(values)}
        style={{ maxWidth: 420 }}
      >
        <UserErrors errors={errors} />
        <Form.Item
          name="displayName"
          label={t('displayName')}
          rules={[{ required: true, whitespace: true, message: t('displayNameMissing') }]}
        >
          <Input autoComplete="name" maxLength={200} />
        </Form.Item>
        <Form.Item
          name="email"
          label={t('email')}
          rules={[{ type: 'email', message: t('emailWrong') }]}
          validateTrigger="onBlur"
        >
          <Input autoComplete="email" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={updating}>
          {t('common:save')}
        </Button>
      </Form>
    </Card>
  );
}
