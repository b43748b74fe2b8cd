import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox, Flex, Form, Input, Select, Typography, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportConflictAction } from '@/graph/generated/graphql';
import { Page } from '@/ui/Page';
import { UserErrors } from '@/ui/UserErrors';
import { ImportPreview } from './ImportPreview';
import { type Choice, useImport } from './useImport';

const ACTIONS: readonly ImportConflictAction[] = ['SKIP', 'NEW_VERSION', 'RENAME'];
const MAX_BYTES = 10_000_000;

/** Bring in tools from a file: choose it, see what would happen, decide on taken names, do it. */
export function Component() {
  const { t } = useTranslation('transfer');
  const [text, setText] = useState('');
  const [onConflict, setOnConflict] = useState<ImportConflictAction>('SKIP');
  const [keepPolicy, setKeepPolicy] = useState(false);
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const [unusable, setUnusable] = useState<string | null>(null);
  const { result, errors, running, run, forget } = useImport();
  const input = { document: text, onConflict, keepPolicy, choices: [...choices] };
  const edit = (next: string) => {
    setText(next);
    setChoices([]);
    setUnusable(null);
    forget();
  };
  const take = async (file: File) => {
    if (file.size > MAX_BYTES) return setUnusable(t('import.tooLarge'));
    try {
      edit(await file.text());
    } catch {
      setUnusable(t('import.unreadable'));
    }
  };
  const decide = (choice: Choice | null, name: string) => {
    const next = choices.filter((each) => each.name !== name);
    const all = choice ? [...next, choice] : next;
    setChoices(all);
    void run({ ...input, choices: [...all], dryRun: true });
  };
  return (
    <Page title={t('import.title')}>
      <Typography.Paragraph type="secondary" style={{ maxWidth: 720, margin: 0 }}>
        {t('import.help')}
      </Typography.Paragraph>
      <Upload.Dragger
        accept=".json,application/json"
        maxCount={1}
        showUploadList={false}
        beforeUpload={(file) => {
          void take(file);
          return false;
        }}
      >
        <InboxOutlined aria-hidden /> <Typography.Text strong>{t('import.choose')}</Typography.Text>{' '}
        {t('import.drop')}
      </Upload.Dragger>
      {unusable && <Alert type="error" showIcon role="alert" title={unusable} />}
      <Form layout="vertical" onFinish={() => void run({ ...input, dryRun: true })}>
        <Form.Item label={t('import.text')} htmlFor="import-text">
          <Input.TextArea
            id="import-text"
            value={text}
            onChange={(event) => edit(event.target.value)}
            autoSize={{ minRows: 4, maxRows: 14 }}
            spellCheck={false}
            style={{ fontFamily: 'monospace' }}
          />
        </Form.Item>
        <Flex gap={16} wrap align="end">
          <Form.Item label={t('import.onConflict')} htmlFor="import-conflict" style={{ margin: 0 }}>
            <Select
              id="import-conflict"
              value={onConflict}
              onChange={(action) => {
                setOnConflict(action);
                forget();
              }}
              options={ACTIONS.map((value) => ({ value, label: t(`import.conflict.${value}`) }))}
              style={{ minWidth: 220 }}
            />
          </Form.Item>
          <Checkbox
            checked={keepPolicy}
            onChange={(event) => {
              setKeepPolicy(event.target.checked);
              forget();
            }}
          >
            {t('import.keepPolicy')}
            <Typography.Text type="secondary" style={{ display: 'block' }}>
              {t('import.keepPolicyHelp')}
            </Typography.Text>
          </Checkbox>
          <Button
            htmlType="submit"
            type={result ? 'default' : 'primary'}
            disabled={!text.trim()}
            loading={running}
          >
            {t('import.preview')}
          </Button>
        </Flex>
      </Form>
      <UserErrors errors={errors} />
      {result && (
        <ImportPreview
          result={result}
          actions={ACTIONS}
          choices={choices}
          onChoice={decide}
          running={running}
          onImport={() => void run({ ...input, dryRun: false })}
        />
      )}
    </Page>
  );
}
