import { Form, Input, Radio, Select, Space, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserError } from '@/graph/faults';
import { graphql } from '@/graph/generated';
import type { TokenScope } from '@/graph/generated/graphql';
import { useAction } from '@/graph/useAction';
import { FormDialog } from '@/ui/FormDialog';
import { showAtFields } from '@/ui/UserErrors';
import { NewSecret } from './NewSecret';
import { OnBehalfOfSelect } from './OnBehalfOfSelect';

const CreateTokenDocument = graphql(`
  mutation CreateToken($input: CreateAccessTokenInput!) {
    createAccessToken(input: $input) {
      accessToken { id ...TokenRow_token }
      secret
      userErrors { code message field }
    }
  }
`);

const SCOPES: readonly TokenScope[] = ['READ', 'EXECUTE', 'MANAGE'];
const LIFETIMES = [7, 30, 90, 365, 0] as const;
const DAY_MS = 86_400_000;

type Values = { name: string; scope: TokenScope; lifetime: number; onBehalfOf?: string };
type Props = {
  subject: string;
  kind: 'USER' | 'AGENT';
  /** A token was made: lists of them are to be read again. */
  onCreated?: () => void;
  /** Takes the secret to show it elsewhere; without this the dialog shows it. */
  onSecret?: (secret: string) => void;
  onClose: () => void;
};

const expiry = (days: number) =>
  days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString();

/** Makes a token, then shows its secret: this once. */
export function CreateTokenDialog({ subject, kind, onCreated, onSecret, onClose }: Props) {
  const { t } = useTranslation(['tokens', 'common']);
  const [form] = Form.useForm<Values>();
  const [errors, setErrors] = useState<UserError[]>([]);
  const [secret, setSecret] = useState<string>();
  const [create, creating] = useAction(CreateTokenDocument, (data) => data.createAccessToken);

  const submit = async ({ lifetime, ...values }: Values) => {
    const outcome = await create({
      input: { ...values, subject, expiresAt: expiry(lifetime) },
    });
    setErrors(showAtFields(form, outcome.errors, { expiresAt: 'lifetime' }));
    if (!outcome.payload?.secret) return;
    onCreated?.();
    if (!onSecret) return setSecret(outcome.payload.secret);
    onSecret(outcome.payload.secret);
    onClose();
  };

  if (secret) return <NewSecret secret={secret} onClose={onClose} />;
  return (
    <FormDialog<Values>
      title={t('create')}
      submit={t('create')}
      form={form}
      initialValues={{ scope: 'EXECUTE', lifetime: 90 }}
      errors={errors}
      busy={creating}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('name')}
        extra={t('nameHint')}
        rules={[{ required: true, whitespace: true, message: t('nameMissing') }]}
      >
        <Input autoFocus maxLength={100} />
      </Form.Item>
      <Form.Item name="scope" label={t('scope.label')}>
        <Radio.Group>
          <Space orientation="vertical">
            {SCOPES.map((scope) => (
              <Radio key={scope} value={scope}>
                {t(`scope.${scope}.name`)}{' '}
                <Typography.Text type="secondary">{t(`scope.${scope}.meaning`)}</Typography.Text>
              </Radio>
            ))}
          </Space>
        </Radio.Group>
      </Form.Item>
      <Form.Item name="lifetime" label={t('lifetime.label')}>
        <Select
          options={LIFETIMES.map((days) => ({
            value: days,
            label: days === 0 ? t('lifetime.never') : t('lifetime.days', { count: days }),
          }))}
        />
      </Form.Item>
      {kind === 'AGENT' && (
        <Form.Item name="onBehalfOf" label={t('onBehalfOf.label')} extra={t('onBehalfOf.hint')}>
          <OnBehalfOfSelect />
        </Form.Item>
      )}
    </FormDialog>
  );
}
