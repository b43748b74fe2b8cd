import { Alert, Button, Flex, Input, Select, Tag, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ImportConflictAction, ImportOutcome } from '@/graph/generated/graphql';
import { SERVER_LANGUAGE } from '@/ui/refusal';
import { toolUrl } from '../urls';
import { ImpactTag } from '../versions/ChangeList';
import type { Choice, ImportResult } from './useImport';

const COLORS: Record<ImportOutcome, string> = {
  CREATED: 'success',
  NEW_VERSION: 'processing',
  UNCHANGED: 'default',
  SKIPPED: 'default',
  REFUSED: 'error',
};

type Props = {
  result: ImportResult;
  actions: readonly ImportConflictAction[];
  choices: readonly Choice[];
  onChoice: (choice: Choice | null, name: string) => void;
  running: boolean;
  onImport: () => void;
};

/** What would become of each tool of the file, or what became of it. */
export function ImportPreview({ result, running, onImport, ...deciding }: Props) {
  const { t } = useTranslation('transfer');
  const { tools, newCategories, isDone } = result;
  const refused = tools.filter((tool) => tool.outcome === 'REFUSED').length;
  const count = tools.filter(
    ({ outcome }) => outcome === 'CREATED' || outcome === 'NEW_VERSION',
  ).length;
  return (
    <Flex vertical gap={12}>
      <Alert
        role="status"
        showIcon
        type={isDone ? 'success' : refused > 0 ? 'error' : 'info'}
        title={
          isDone
            ? t('import.done', { count })
            : refused > 0
              ? t('import.refused', { count: refused })
              : t('import.previewed')
        }
        description={
          newCategories.length > 0 && t('import.categories', { names: newCategories.join(', ') })
        }
      />
      <ol aria-label={t('import.preview')} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {tools.map((tool) => (
          <ToolLine key={tool.index} tool={tool} isDone={isDone} {...deciding} />
        ))}
      </ol>
      {!isDone && (
        <Button
          type="primary"
          style={{ alignSelf: 'start' }}
          disabled={refused > 0 || count === 0}
          loading={running}
          onClick={onImport}
        >
          {count > 0 ? t('import.submit', { count }) : t('import.nothing')}
        </Button>
      )}
    </Flex>
  );
}

type LineProps = Pick<Props, 'actions' | 'choices' | 'onChoice'> & {
  tool: ImportResult['tools'][number];
  isDone: boolean;
};

function ToolLine({ tool, isDone, actions, choices, onChoice }: LineProps) {
  const { t } = useTranslation('transfer');
  const choice = choices.find((each) => each.name === tool.name);
  const taken = choice || tool.toolId || tool.problems.some(({ code }) => code === 'NAME_TAKEN');
  const contested = taken || tool.outcome === 'SKIPPED' || tool.finalName !== tool.name;
  return (
    <Flex
      component="li"
      gap={8}
      wrap
      align="center"
      style={{ padding: '8px 0', borderTop: '1px solid rgb(128 128 128 / 20%)' }}
    >
      <Tag color={COLORS[tool.outcome]}>{t(`import.outcome.${tool.outcome}`)}</Tag>
      <span style={{ flex: '1 1 200px', overflowWrap: 'anywhere' }}>
        {tool.toolId ? <Link to={toolUrl(tool.toolId)}>{tool.name}</Link> : <b>{tool.name}</b>}{' '}
        {tool.finalName !== tool.name && t('import.as', { name: tool.finalName })}{' '}
        {tool.version && t('import.version', { version: tool.version })}{' '}
        {tool.diff && <ImpactTag impact={tool.diff.impact} />}
      </span>
      {contested && !isDone && (
        <Flex gap={8} wrap>
          <Select
            size="small"
            aria-label={t('import.conflictOf', { name: tool.name })}
            value={choice?.action ?? ''}
            style={{ minWidth: 200 }}
            onChange={(action: ImportConflictAction | '') =>
              onChoice(action ? { name: tool.name, action } : null, tool.name)
            }
            options={[
              { value: '' as const, label: t('import.asAbove') },
              ...actions.map((value) => ({ value, label: t(`import.conflict.${value}`) })),
            ]}
          />
          {choice?.action === 'RENAME' && (
            <Input
              size="small"
              aria-label={t('import.newName', { name: tool.name })}
              placeholder={t('import.newNameHint')}
              defaultValue={choice.newName ?? ''}
              maxLength={100}
              style={{ width: 200 }}
              onBlur={(event) =>
                onChoice({ ...choice, newName: event.target.value.trim() || null }, tool.name)
              }
            />
          )}
        </Flex>
      )}
      {tool.problems.length > 0 && (
        <ul style={{ flexBasis: '100%', margin: 0, overflowWrap: 'anywhere' }}>
          {tool.problems.map(({ field, message }) => (
            <li key={`${field?.join('.')} ${message}`}>
              <Typography.Text type="danger" lang={SERVER_LANGUAGE}>
                {field?.join('.')}: {message}
              </Typography.Text>
            </li>
          ))}
        </ul>
      )}
    </Flex>
  );
}
