import { Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserError } from '@/graph/faults';
import { graphql } from '@/graph/generated';
import type { UserRole } from '@/graph/generated/graphql';
import { useAction } from '@/graph/useAction';
import { FormDialog } from '@/ui/FormDialog';
import { showAtFields } from '@/ui/UserErrors';
import { SignInLink } from './SignInLink';

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

  if (path) return <SignInLink path={path} onClose={onClose} />;
  return (
    <FormDialog<Values>
      title={t('create')}
      submit={t('create')}
      form={form}
      initialValues={{ role: 'MEMBER' }}
      errors={errors}
      busy={creating}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
