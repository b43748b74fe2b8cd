import { CaretRightOutlined } from '@ant-design/icons';
import { Button, Flex, Select, Typography } from 'antd';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserError } from '@/graph/faults';
import { graphql } from '@/graph/generated';
import type { ToolNetwork } from '@/graph/generated/graphql';
import { useAction } from '@/graph/useAction';
import { SchemaForm } from '@/ui/schema/SchemaForm';
import { UserErrors } from '@/ui/UserErrors';
import { pathUnder } from '../problems';
import { CurlSnippet } from './CurlSnippet';
import { SandboxNote } from './SandboxNote';
import { SaveExample } from './SaveExample';
import { useRunKeys } from './useRunKeys';

export const ExecuteTool = graphql(`
  mutation TryExecuteTool($input: ExecuteToolInput!) {
    executeTool(input: $input) {
      execution { id }
      userErrors { code message field }
    }
  }
`);

type Tool = {
  id: string;
  name: string;
  version: number;
  status: string;
  deletedAt?: string | null;
  viewerPermission?: string | null;
  viewerCanExecute: boolean;
  network: ToolNetwork;
} & Parameters<typeof SaveExample>[0]['tool'];

/** An input as it was typed, and the run whose input it began with. */
export type Tried = { from: string | null; value: unknown };

type Props = {
  tool: Tool;
  dirty: boolean;
  /** Null: whatever is newest when it runs. */
  version: number | null;
  inputSchema: unknown;
  examples: readonly { name: string; value: unknown }[];
  from: string | null;
  tried: RefObject<Tried | null>;
  initial: unknown;
  onVersion: (version: number | null) => void;
  onStarted: (executionId: string) => void;
};

export function TryForm(props: Props) {
  const { t } = useTranslation('tools');
  const { tool, version, inputSchema } = props;
  const box = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState(() => {
    const { current } = props.tried;
    return current?.from === props.from ? current.value : props.initial;
  });
  const [errors, setErrors] = useState<readonly UserError[]>([]);
  const [execute, starting] = useAction(ExecuteTool, (data) => data.executeTool);
  const run = async (input: unknown) => {
    if (starting) return;
    const { payload, errors: refused } = await execute({
      input: { tool: tool.id, input, version, wait: false },
    });
    setErrors(refused);
    if (payload?.execution) props.onStarted(payload.execution.id);
  };
  const submit = () => box.current?.querySelector('form')?.requestSubmit();
  useRunKeys(submit);
  const atFields = errors.flatMap((error) => {
    const field = pathUnder({ ...error, field: [...(error.field ?? [])] }, 'input');
    return field && field.length > 0 ? [{ ...error, field }] : [];
  });
  const others = errors.filter((error) => error.field?.[0] !== 'input' || error.field.length === 1);
  const change = (next: unknown) => {
    setErrors([]);
    setValue(next);
    props.tried.current = { from: props.from, value: next };
  };
  return (
    <Flex vertical gap={12} ref={box}>
      <Choices {...props} onExample={change} />
      <SchemaForm
        label={t('try.input')}
        schema={inputSchema}
        value={value}
        onChange={change}
        onSubmit={(input) => void run(input)}
        errors={atFields}
        actions={
          <Flex gap={8} wrap align="center">
            <Button
              type="primary"
              htmlType="submit"
              icon={<CaretRightOutlined aria-hidden />}
              loading={starting}
              disabled={Boolean(tool.deletedAt)}
              aria-keyshortcuts="r Control+Enter"
            >
              {t('try.run')}
            </Button>
            {version === null && tool.viewerPermission === 'ADMIN' && !tool.deletedAt && (
              <SaveExample tool={tool} value={value} dirty={props.dirty} />
            )}
            <Typography.Text type="secondary" style={{ fontSize: 12 }}>
              {t('try.keys')}
            </Typography.Text>
          </Flex>
        }
      />
      <SandboxNote network={tool.network} />
      <UserErrors errors={others} />
      <CurlSnippet call={{ name: tool.name, input: value, version }} />
    </Flex>
  );
}

type ChoicesProps = Props & { onExample: (value: unknown) => void };

function Choices({ tool, version, examples, onVersion, onExample }: ChoicesProps) {
  const { t } = useTranslation('tools');
  const older = tool.viewerPermission === 'ADMIN' ? tool.version - 1 : 0;
  const versions = [
    { value: 0, label: t('try.latest', { version: tool.version }) },
    ...Array.from({ length: older }, (_, index) => ({
      value: older - index,
      label: t('version', { version: older - index }),
    })),
  ];
  return (
    <Flex gap={8} wrap>
      <Select
        aria-label={t('try.version')}
        value={version ?? 0}
        onChange={(next) => onVersion(next || null)}
        options={versions}
        style={{ width: 190 }}
      />
      {examples.length > 0 && (
        <Select<number>
          aria-label={t('try.example')}
          placeholder={t('try.example')}
          value={null as unknown as number}
          onChange={(index) => onExample(examples[index]?.value)}
          options={examples.map(({ name }, value) => ({ value, label: name || t('try.unnamed') }))}
          style={{ width: 200 }}
        />
      )}
    </Flex>
  );
}
