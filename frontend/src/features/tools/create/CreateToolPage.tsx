import { Button, Card, Flex, Form, Input, Radio, Typography } from 'antd';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useQuery } from 'urql';
import { CategorySelect } from '@/features/categories/CategorySelect';
import type { UserError } from '@/graph/faults';
import { graphql } from '@/graph/generated';
import type { ExecutorType } from '@/graph/generated/graphql';
import { useAction } from '@/graph/useAction';
import { LinkButton } from '@/ui/LinkButton';
import { Page } from '@/ui/Page';
import { showAtFields, UserErrors } from '@/ui/UserErrors';
import { LeaveGuard } from '../editor/LeaveGuard';
import { EXECUTOR_TYPES } from '../scripts';
import { newToolUrl, toolsUrl, toolUrl } from '../urls';
import { STARTERS, type Starter, starterContent } from './starterScripts';
import { nameFromTitle, TOOL_NAME } from './toolName';

const CreateToolPageQuery = graphql(`
  query CreateToolPage { categories(all: true) { id ...CategoryOption_category } }
`);

const CreateTool = graphql(`
  mutation CreateTool($input: CreateToolInput!) {
    createTool(input: $input) {
      tool { id }
      userErrors { code message field }
    }
  }
`);

type Fields = {
  displayName: string;
  name: string;
  description: string;
  category: string | null;
  executor: ExecutorType;
  starter: Starter;
};

export function Component() {
  const { t } = useTranslation('tools');
  const navigate = useNavigate();
  const [form] = Form.useForm<Fields>();
  const named = useRef(false);
  const [dirty, setDirty] = useState(false);
  const [errors, setErrors] = useState<readonly UserError[]>([]);
  const [create, creating] = useAction(CreateTool, (data) => data.createTool);
  const submit = async ({ name, executor, starter, ...content }: Fields) => {
    const input = { name, content: { ...starterContent(starter), ...content } };
    const { payload, errors: refused } = await create({ input });
    if (!payload?.tool) return setErrors(showAtFields(form, refused));
    // Before the page changes, as the guard asks about what is unsaved now.
    flushSync(() => setDirty(false));
    void navigate(toolUrl(payload.tool.id, 'editor'), { replace: true });
  };
  const follow = (changed: Partial<Fields>, { displayName, name, description }: Fields) => {
    setDirty(Boolean(displayName || name || description));
    if (changed.executor) form.setFieldValue('starter', STARTERS[changed.executor][0]);
    if (changed.name !== undefined) named.current = true;
    if (changed.displayName === undefined || named.current) return;
    form.setFieldValue('name', nameFromTitle(changed.displayName));
  };
  return (
    <Page title={t('create.title')}>
      <LeaveGuard home={newToolUrl} dirty={dirty} />
      <Card style={{ maxWidth: 720 }}>
        <Form
          form={form}
          layout="vertical"
          initialValues={{ executor: 'PYTHON', starter: 'MAIN', category: null }}
          onValuesChange={follow}
          onFinish={submit}
          scrollToFirstError={{ focus: true }}
        >
          <CreateFields />
          <Flex vertical gap={12}>
            <UserErrors errors={errors} />
            <Flex gap={8}>
              <Button type="primary" htmlType="submit" loading={creating}>
                {t('create.submit')}
              </Button>
              <LinkButton to={toolsUrl()}>{t('cancel', { ns: 'common' })}</LinkButton>
            </Flex>
          </Flex>
        </Form>
      </Card>
    </Page>
  );
}

function CreateFields() {
  const { t } = useTranslation('tools');
  const [{ data }] = useQuery({ query: CreateToolPageQuery });
  return (
    <>
      <Form.Item
        name="displayName"
        label={t('field.displayName')}
        rules={[{ required: true, whitespace: true, message: t('create.titleNeeded') }]}
      >
        <Input maxLength={200} placeholder={t('create.titleExample')} autoFocus />
      </Form.Item>
      <Form.Item
        name="name"
        label={t('field.name')}
        extra={t('create.nameHelp')}
        rules={[
          { required: true, message: t('create.nameNeeded') },
          { pattern: TOOL_NAME, message: t('create.nameRule') },
        ]}
      >
        <Input maxLength={100} spellCheck={false} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="description"
        label={t('field.description')}
        extra={t('create.descriptionHelp')}
        rules={[{ required: true, whitespace: true, message: t('create.descriptionNeeded') }]}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
      <Form.Item name="category" label={t('field.category')}>
        <CategoryField categories={data?.categories ?? []} />
      </Form.Item>
      <Form.Item name="executor" label={t('field.executor')}>
        <Radio.Group
          optionType="button"
          buttonStyle="solid"
          options={EXECUTOR_TYPES.map((value) => ({ value, label: t(`executor.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="starter" label={t('create.starter')}>
        <StarterField />
      </Form.Item>
    </>
  );
}

/** antd's form hands the value in and takes it back through these. */
type Bound<Value> = { id?: string; value?: Value; onChange?: (value: Value) => void };

function CategoryField({
  categories,
  id,
  value,
  onChange,
}: Bound<string | null> & { categories: Parameters<typeof CategorySelect>[0]['categories'] }) {
  const { t } = useTranslation('tools');
  return (
    <CategorySelect
      id={id}
      label={t('field.category')}
      placeholder={t('create.noCategory')}
      categories={categories}
      value={value ?? null}
      onChange={(next) => onChange?.(next)}
    />
  );
}

function StarterField({ id, value, onChange }: Bound<Starter>) {
  const { t } = useTranslation('tools');
  const executor: ExecutorType = Form.useWatch('executor') ?? 'PYTHON';
  return (
    <Radio.Group
      id={id}
      value={value}
      onChange={(event) => onChange?.(event.target.value as Starter)}
    >
      <Flex vertical gap={8}>
        {STARTERS[executor].map((starter) => (
          <Radio key={starter} value={starter}>
            {t(`starter.${starter}.title`)}
            <Typography.Text type="secondary" style={{ display: 'block', fontSize: 12 }}>
              {t(`starter.${starter}.text`)}
            </Typography.Text>
          </Radio>
        ))}
      </Flex>
    </Radio.Group>
  );
}
