import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Flex, Form, Input, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ExampleDraft, TextProblem } from '../content';
import { messageAt } from '../problems';
import type { FormProps } from './CodeFiles';
import { textProblem } from './ProblemList';

type Props = FormProps & { syntax: readonly TextProblem[] };

/** What people might ask for, and inputs to try the tool with. */
export function ExamplesForm(props: Props) {
  return (
    <Form layout="vertical" component="div" disabled={props.readOnly}>
      <Prompts {...props} />
      <Inputs {...props} />
    </Form>
  );
}

const without = <Item,>(items: readonly Item[], index: number): Item[] =>
  items.filter((_, at) => at !== index);

function Prompts({ draft, change, readOnly, problems }: Props) {
  const { t } = useTranslation('tools');
  const error = messageAt(problems, 'content', 'examples', 'prompts');
  const set = (index: number, text: string) => change({ prompts: draft.prompts.with(index, text) });
  return (
    <Flex vertical gap={8} role="group" aria-label={t('field.prompts')}>
      <Typography.Text strong>{t('field.prompts')}</Typography.Text>
      <Typography.Text type="secondary">{t('editor.help.prompts')}</Typography.Text>
      {draft.prompts.map((prompt, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: prompts have no identity but their place
        <Flex key={index} gap={8}>
          <Input
            aria-label={t('editor.prompt', { number: index + 1 })}
            value={prompt}
            onChange={(event) => set(index, event.target.value)}
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('editor.removePrompt', { number: index + 1 })}
            onClick={() => change({ prompts: without(draft.prompts, index) })}
          />
        </Flex>
      ))}
      {error && <Typography.Text type="danger">{error}</Typography.Text>}
      {!readOnly && (
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => change({ prompts: [...draft.prompts, ''] })}
          style={{ alignSelf: 'start' }}
        >
          {t('editor.addPrompt')}
        </Button>
      )}
    </Flex>
  );
}

function Inputs({ draft, change, readOnly, problems, syntax }: Props) {
  const { t } = useTranslation('tools');
  const set = (index: number, patch: Partial<ExampleDraft>) => {
    const old = draft.examples[index];
    if (old) change({ examples: draft.examples.with(index, { ...old, ...patch }) });
  };
  const errorOf = (index: number) => {
    const path = ['examples', 'inputs', String(index)];
    const broken = syntax.find(({ field }) => path.every((step, at) => field[at] === step));
    return broken ? textProblem(broken, t) : messageAt(problems, 'content', ...path);
  };
  return (
    <Flex
      vertical
      gap={8}
      style={{ marginTop: 16 }}
      data-field="examples"
      role="group"
      aria-label={t('field.examples')}
    >
      <Typography.Text strong>{t('field.examples')}</Typography.Text>
      <Typography.Text type="secondary">{t('editor.help.examples')}</Typography.Text>
      {draft.examples.map((example, index) => (
        <ExampleFields
          // biome-ignore lint/suspicious/noArrayIndexKey: examples have no identity but their place
          key={index}
          number={index + 1}
          example={example}
          error={errorOf(index)}
          onChange={(patch) => set(index, patch)}
          onRemove={() => change({ examples: without(draft.examples, index) })}
        />
      ))}
      {!readOnly && (
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => change({ examples: [...draft.examples, { name: '', value: '{}' }] })}
          style={{ alignSelf: 'start' }}
        >
          {t('editor.addExample')}
        </Button>
      )}
    </Flex>
  );
}

type ExampleProps = {
  number: number;
  example: ExampleDraft;
  error: string | undefined;
  onChange: (patch: Partial<ExampleDraft>) => void;
  onRemove: () => void;
};

function ExampleFields({ number, example, error, onChange, onRemove }: ExampleProps) {
  const { t } = useTranslation('tools');
  return (
    <Flex vertical gap={4}>
      <Flex gap={8}>
        <Input
          aria-label={t('editor.exampleName', { number })}
          placeholder={t('editor.exampleNamePlaceholder')}
          value={example.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('editor.removeExample', { number })}
          onClick={onRemove}
        />
      </Flex>
      <Input.TextArea
        aria-label={t('editor.exampleValue', { number })}
        value={example.value}
        status={error ? 'error' : undefined}
        autoSize={{ minRows: 2, maxRows: 10 }}
        spellCheck={false}
        style={{ fontFamily: 'monospace', fontSize: 12 }}
        onChange={(event) => onChange({ value: event.target.value })}
      />
      {error && <Typography.Text type="danger">{error}</Typography.Text>}
    </Flex>
  );
}
