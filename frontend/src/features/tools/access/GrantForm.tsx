import { App, Button, DatePicker, Flex, Form, Select, Typography } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserError } from '@/graph/faults';
import { graphql } from '@/graph/generated';
import type { Permission } from '@/graph/generated/graphql';
import { useAction } from '@/graph/useAction';
import { showAtFields, UserErrors } from '@/ui/UserErrors';
import { SubjectSelect } from '../subjects/SubjectSelect';

const GrantToolPermission = graphql(`
  mutation GrantToolPermission($input: GrantToolPermissionInput!) {
    grantToolPermission(input: $input) {
      toolPermission { id ...GrantRow_permission }
      userErrors { code message field }
    }
  }
`);

const LEVELS = ['READ', 'EXECUTE', 'ADMIN'] as const;
type Fields = { subject: string | null; permission: Permission; expiresAt: Dayjs | null };
type Props = { toolId: string; onGranted: () => void };

/** Lets a person or an agent read, run or manage the tool, for ever or for a while. */
export function GrantForm({ toolId, onGranted }: Props) {
  const { t } = useTranslation('tools');
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const [errors, setErrors] = useState<readonly UserError[]>([]);
  const [run, running] = useAction(GrantToolPermission, (data) => data.grantToolPermission);
  const submit = async ({ subject, permission, expiresAt }: Fields) => {
    if (!subject) return;
    const { errors: refused } = await run({
      input: { tool: toolId, subject, permission, expiresAt: expiresAt?.toISOString() ?? null },
    });
    setErrors(showAtFields(form, refused));
    if (refused.length > 0) return;
    form.resetFields();
    void message.success(t('access.granted'));
    onGranted();
  };
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ subject: null, permission: 'EXECUTE', expiresAt: null }}
      onFinish={submit}
    >
      <Flex gap={12} wrap align="start">
        <GrantFields />
        <Form.Item label=" " colon={false}>
          <Button type="primary" htmlType="submit" loading={running}>
            {t('access.submit')}
          </Button>
        </Form.Item>
      </Flex>
      <UserErrors errors={errors} />
    </Form>
  );
}

function GrantFields() {
  const { t } = useTranslation('tools');
  return (
    <>
      <Form.Item
        name="subject"
        label={t('access.subject')}
        rules={[{ required: true, message: t('access.subjectNeeded') }]}
        style={{ flex: '1 1 240px' }}
      >
        <SubjectField />
      </Form.Item>
      <Form.Item name="permission" label={t('access.level')} style={{ flex: '1 1 240px' }}>
        <Select
          aria-label={t('access.level')}
          options={LEVELS.map((value) => ({ value, label: t(`permission.${value}.title`) }))}
          optionRender={({ value }) => (
            <Flex vertical>
              {t(`permission.${value as Permission}.title`)}
              <Typography.Text type="secondary" style={{ fontSize: 12, whiteSpace: 'normal' }}>
                {t(`permission.${value as Permission}.text`)}
              </Typography.Text>
            </Flex>
          )}
        />
      </Form.Item>
      <Form.Item name="expiresAt" label={t('access.expires')}>
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          placeholder={t('access.never')}
        />
      </Form.Item>
    </>
  );
}

type Bound = { id?: string; value?: string | null; onChange?: (id: string | null) => void };

function SubjectField({ id, value, onChange }: Bound) {
  const { t } = useTranslation('tools');
  return (
    <SubjectSelect
      id={id}
      label={t('access.subject')}
      value={value ?? null}
      onChange={(next) => onChange?.(next)}
    />
  );
}
