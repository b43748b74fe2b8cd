import { Alert, Button, Flex, Radio, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ExecutorType } from '@/graph/generated/graphql';
import type { Draft } from '../content';
import {
  choiceOf,
  choose,
  EXECUTOR_TYPES,
  SCRIPT_KINDS,
  type ScriptChoice,
  switchTo,
} from '../scripts';

type Props = {
  draft: Draft;
  change: (patch: Partial<Draft>) => void;
  readOnly: boolean;
  /** What the server makes of the script. */
  suggested: ScriptChoice | null;
};

/** What runs the script, and the one thing that must be said about it. */
export function ScriptSettings({ draft, change, readOnly, suggested }: Props) {
  const { t } = useTranslation('tools');
  const { setting, choices } = SCRIPT_KINDS[draft.executor];
  const chosen = choiceOf(draft);
  const set = (choice: ScriptChoice) => change({ config: choose(draft, choice) });
  const other = choices.find((choice) => choice === suggested && choice !== chosen);
  return (
    <>
      <Flex gap={8} wrap>
        <Radio.Group
          aria-label={t('field.executor')}
          value={draft.executor}
          disabled={readOnly}
          onChange={(event) => change(switchTo(event.target.value as ExecutorType))}
          optionType="button"
          buttonStyle="solid"
          options={EXECUTOR_TYPES.map((value) => ({ value, label: t(`executor.${value}`) }))}
        />
        <Radio.Group
          aria-label={t(`script.${setting}`)}
          value={chosen}
          disabled={readOnly}
          onChange={(event) => set(event.target.value as ScriptChoice)}
          optionType="button"
          buttonStyle="solid"
          options={choices.map((value) => ({ value, label: t(`script.${value}.label`) }))}
        />
      </Flex>
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        {t(`script.${chosen}.help`)}
      </Typography.Text>
      {other && !readOnly && (
        <Alert
          type="warning"
          showIcon
          role="note"
          title={t(`script.${other}.suggested`)}
          action={
            <Button size="small" onClick={() => set(other)}>
              {t('script.use')}
            </Button>
          }
        />
      )}
    </>
  );
}
