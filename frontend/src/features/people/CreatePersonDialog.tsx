import { Alert, Button, Flex, Form, Input, Modal, Radio, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { graphql } from '@/graph/generated';
import type { UserRole } from '@/graph/generated/graphql';
import { type UserError, useAction } from '@/graph/useAction';
import { CopyButton } from '@/ui/CopyButton';
import { showAtFields, UserErrors } from '@/ui/UserErrors';

const CreatePersonDocument = graphql(`
  mutation CreatePerson($input: CreateUserInput!) {
    createUser(input: $input) {
      user { id ...Person_user }
      signInPath
      userErrors { code message field }
    }
  }
`);

type Values = { username: string; displayName: string; email?: string; role: UserRole };
type Props = { onClose: () => void; onCreated: () => void };

/** Makes an account, then shows the link its owner signs in with the first time: this once. */
export function CreatePersonDialog({ onClose, onCreated }: Props) {
  const { t } = useTranslation(['people', 'common']);
  const [form] = Form.useForm<Values>();
  const [errors, setErrors] = useState<UserError[]>([]);
  const [path, setPath] = useState<string>();
  const [create, creating] = useAction(CreatePersonDocument, (data) => data.createUser);

  const submit = async (values: Values) => {
    const outcome = await create({ input: { ...values, email: values.email || null } });
    setErrors(showAtFields(form, outcome.errors));
    if (!outcome.payload?.signInPath) return;
    setPath(outcome.payload.signInPath);
    onCreated();
  };

  if (path) return <FirstLink path={path} onClose={onClose} />;
  return (
    <Modal
      open
      title={t('create')}
      okText={t('create')}
      cancelText={t('common:cancel')}
      confirmLoading={creating}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ role: 'MEMBER' }}
        onFinish={(values) => void submit(values)}
      >
        <UserErrors errors={errors} />
        <Form.Item
          name="username"
          label={t('field.username')}
          extra={t('field.usernameHint')}
          rules={[{ required: true, whitespace: true, message: t('field.usernameMissing') }]}
        >
          <Input autoFocus autoCapitalize="none" spellCheck={false} maxLength={64} />
        </Form.Item>
        <Form.Item
          name="displayName"
          label={t('field.displayName')}
          rules={[{ required: true, whitespace: true, message: t('field.displayNameMissing') }]}
        >
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item
          name="email"
          label={t('field.email')}
          rules={[{ type: 'email', message: t('field.emailWrong') }]}
          validateTrigger="onBlur"
        >
          <Input />
        </Form.Item>
        <Form.Item name="role" label={t('column.role')}>
          <Radio.Group
            options={[
              { value: 'MEMBER', label: t('role.MEMBER') },
              { value: 'ADMIN', label: t('role.ADMIN') },
            ]}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

function FirstLink({ path, onClose }: { path: string; onClose: () => void }) {
  const { t } = useTranslation('people');
  const link = new URL(path, location.origin).href;
  return (
    <Modal
      open
      title={t('link.title')}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('link.done')}
        </Button>
      }
    >
      <Flex vertical gap={12}>
        <Alert type="warning" showIcon title={t('link.once')} />
        <Flex gap={8} align="start">
          <Typography.Text code style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {link}
          </Typography.Text>
          <CopyButton text={link} label={t('link.copy')} />
        </Flex>
      </Flex>
    </Modal>
  );
}
