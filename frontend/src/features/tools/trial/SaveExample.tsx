import { BookOutlined } from '@ant-design/icons';
import { Alert, App, Button, Flex, Form, Input, Modal, Tooltip, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserError } from '@/graph/faults';
import { graphql, readFragment } from '@/graph/generated';
import { useAction } from '@/graph/useAction';
import { writeJson } from '@/json/exact';
import { UserErrors } from '@/ui/UserErrors';
import { ToolContent_tool } from '../contentFragments';
import { withoutSecrets } from '../secrets';

const SaveExampleMutation = graphql(`
  mutation SaveExample($input: UpdateToolInput!) {
    updateTool(input: $input) {
      tool { id updatedAt ...ToolContent_tool ...OverviewTab_tool ...TryTab_tool }
      userErrors { code message field }
    }
  }
`);

type Tool = {
  id: string;
  version: number;
  inputSchema: unknown;
  examples: {
    prompts: readonly string[];
    inputs: readonly { name: string; value: unknown }[];
  };
};

type Props = {
  tool: Tool;
  value: unknown;
  /** The editor holds changes, which a new version would collide with. */
  dirty: boolean;
};

/** Keeps the input for others to try: as an example of the tool, which makes a new version. */
export function SaveExample({ tool, value, dirty }: Props) {
  const { t } = useTranslation('editor');
  const [open, setOpen] = useState(false);
  const button = (
    <Button icon={<BookOutlined aria-hidden />} disabled={dirty} onClick={() => setOpen(true)}>
      {t('example.save')}
    </Button>
  );
  return (
    <>
      {dirty ? <Tooltip title={t('example.dirty')}>{button}</Tooltip> : button}
      {open && <ExampleDialog tool={tool} value={value} onClose={() => setOpen(false)} />}
    </>
  );
}

type DialogProps = { tool: Tool; value: unknown; onClose: () => void };

function ExampleDialog({ tool, value, onClose }: DialogProps) {
  const { t } = useTranslation('editor');
  const { message } = App.useApp();
  const [name, setName] = useState('');
  const [errors, setErrors] = useState<readonly UserError[]>([]);
  const [run, saving] = useAction(SaveExampleMutation, (data) => data.updateTool);
  const { prompts, inputs } = tool.examples;
  const kept = withoutSecrets(tool.inputSchema, value);
  const taken = inputs.some((each) => each.name === name.trim());
  const save = async () => {
    if (saving || taken || !name.trim()) return;
    const example = { name: name.trim(), value: kept.value };
    const { payload, errors: refused } = await run({
      input: {
        id: tool.id,
        expectedVersion: tool.version,
        content: { examples: { prompts: [...prompts], inputs: [...inputs, example] } },
        changelog: t('example.changelog', { name: example.name }),
      },
    });
    setErrors(refused);
    const saved = readFragment(ToolContent_tool, payload?.tool);
    if (refused.length > 0 || !saved) return;
    void message.success(t('example.saved', { version: saved.version }));
    onClose();
  };
  return (
    <Modal
      open
      title={t('example.title')}
      okText={t('example.submit')}
      okButtonProps={{ disabled: taken || !name.trim(), loading: saving }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Flex vertical gap={12}>
        <Typography.Text type="secondary">{t('example.text')}</Typography.Text>
        <Form layout="vertical" onFinish={() => void save()}>
          <Form.Item
            label={t('example.name')}
            htmlFor="example-name"
            validateStatus={taken ? 'error' : undefined}
            help={taken ? t('example.nameTaken') : undefined}
            style={{ marginBottom: 0 }}
          >
            <Input
              id="example-name"
              value={name}
              maxLength={200}
              autoFocus
              placeholder={t('example.namePlaceholder')}
              onChange={(event) => setName(event.target.value)}
            />
          </Form.Item>
        </Form>
        {kept.dropped.length > 0 && (
          <Alert
            type="info"
            showIcon
            role="note"
            title={t('example.secrets', { fields: kept.dropped.join(', ') })}
          />
        )}
        <pre style={{ margin: 0, maxHeight: 200, overflow: 'auto', fontSize: 12 }}>
          {writeJson(kept.value, '  ')}
        </pre>
        <UserErrors errors={errors} />
      </Flex>
    </Modal>
  );
}
