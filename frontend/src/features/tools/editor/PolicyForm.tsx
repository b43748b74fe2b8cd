import { Alert, App, Button, Flex, Form, InputNumber, Radio, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '@/app/viewer';
import type { UserError } from '@/graph/faults';
import { type DocumentType, type FragmentType, graphql, readFragment } from '@/graph/generated';
import { useAction } from '@/graph/useAction';
import { showAtFields, UserErrors } from '@/ui/UserErrors';
import { TOOL_VISIBILITIES } from '../list/filters';
import { type Policy, policyChange, TOOL_NETWORKS } from '../policy';
import { SubjectSelect } from '../subjects/SubjectSelect';

export const PolicyForm_tool = graphql(`
  fragment PolicyForm_tool on Tool {
    id
    visibility
    rateLimitPerMinute
    rateLimitPerHour
    network
    owner { ... on User { id } ... on Agent { id } }
  }
`);

const UpdateToolPolicy = graphql(`
  mutation UpdateToolPolicy($input: UpdateToolPolicyInput!) {
    updateToolPolicy(input: $input) {
      tool { id updatedAt viewerPermission viewerCanExecute ...PolicyForm_tool ...ToolSummary_tool }
      userErrors { code message field }
    }
  }
`);

const policyOf = (tool: DocumentType<typeof PolicyForm_tool>): Policy => ({
  visibility: tool.visibility,
  owner: tool.owner?.id ?? null,
  rateLimitPerMinute: tool.rateLimitPerMinute ?? null,
  rateLimitPerHour: tool.rateLimitPerHour ?? null,
  network: tool.network,
});

type Props = { tool: FragmentType<typeof PolicyForm_tool>; readOnly: boolean };

/** Saved apart from the content: it makes no version, and restoring a version leaves it alone. */
export function PolicyForm(props: Props) {
  const { t } = useTranslation('tools');
  const { message } = App.useApp();
  const tool = readFragment(PolicyForm_tool, props.tool);
  const [before, setBefore] = useState(() => policyOf(tool));
  const [form] = Form.useForm<Policy>();
  const [errors, setErrors] = useState<readonly UserError[]>([]);
  const [run, running] = useAction(UpdateToolPolicy, (data) => data.updateToolPolicy);
  const show = (policy: Policy) => {
    setBefore(policy);
    form.setFieldsValue(policy);
  };
  const submit = async (fields: Policy) => {
    const change = policyChange(before, { ...before, ...fields });
    if (!change) return;
    const { payload, errors: refused } = await run({ input: { id: tool.id, ...change } });
    setErrors(showAtFields(form, refused));
    const now = readFragment(PolicyForm_tool, payload?.tool);
    if (refused.length > 0 || !now) return;
    show(policyOf(now));
    void message.success(t('policy.saved'));
  };
  const stale = JSON.stringify(before) !== JSON.stringify(policyOf(tool));
  return (
    <Form
      form={form}
      layout="vertical"
      disabled={props.readOnly}
      initialValues={before}
      onFinish={submit}
    >
      <VisibilityFields />
      <LimitFields />
      <NetworkField />
      <Flex vertical gap={8}>
        <UserErrors errors={errors} />
        {stale && (
          <Alert
            type="warning"
            showIcon
            role="note"
            title={t('policy.stale')}
            action={<Button onClick={() => show(policyOf(tool))}>{t('policy.reload')}</Button>}
          />
        )}
        {!props.readOnly && (
          <Button htmlType="submit" loading={running} style={{ alignSelf: 'start' }}>
            {t('policy.submit')}
          </Button>
        )}
      </Flex>
    </Form>
  );
}

function VisibilityFields() {
  const { t } = useTranslation('tools');
  const { isAdmin } = useViewer();
  const visibility = Form.useWatch<Policy['visibility'] | undefined>('visibility');
  return (
    <>
      <Form.Item name="visibility" label={t('filter.visibility')}>
        <Radio.Group>
          <Flex vertical gap={4}>
            {TOOL_VISIBILITIES.toReversed().map((value) => (
              <Radio key={value} value={value} disabled={value === 'PLATFORM' && !isAdmin}>
                {t(`visibility.${value}`)}
                <Meaning text={t(`visibilityText.${value}`)} />
              </Radio>
            ))}
          </Flex>
        </Radio.Group>
      </Form.Item>
      {visibility !== 'PLATFORM' && (
        <Form.Item name="owner" label={t('filter.owner')} extra={t('policy.ownerHelp')}>
          <OwnerField />
        </Form.Item>
      )}
    </>
  );
}

const Meaning = ({ text }: { text: string }) => (
  <Typography.Text type="secondary" style={{ display: 'block', fontSize: 12 }}>
    {text}
  </Typography.Text>
);

type Bound = { id?: string; value?: string | null; onChange?: (id: string | null) => void };

function OwnerField({ id, value, onChange }: Bound) {
  const { t } = useTranslation('tools');
  return (
    <SubjectSelect
      id={id}
      label={t('filter.owner')}
      value={value ?? null}
      onChange={(next) => onChange?.(next)}
    />
  );
}

function LimitFields() {
  const { t } = useTranslation('tools');
  return (
    <Flex gap={12} wrap>
      {(['rateLimitPerMinute', 'rateLimitPerHour'] as const).map((name) => (
        <Form.Item key={name} name={name} label={t(`policy.${name}`)} extra={t('policy.limitHelp')}>
          <InputNumber min={1} max={1_000_000} precision={0} style={{ width: 150 }} />
        </Form.Item>
      ))}
    </Flex>
  );
}

function NetworkField() {
  const { t } = useTranslation('tools');
  return (
    <Form.Item name="network" label={t('policy.network')}>
      <Radio.Group>
        <Flex vertical gap={4}>
          {TOOL_NETWORKS.map((value) => (
            <Radio key={value} value={value}>
              {t(`network.${value}`)}
              <Meaning text={t(`networkText.${value}`)} />
            </Radio>
          ))}
        </Flex>
      </Radio.Group>
    </Form.Item>
  );
}
