import { Alert, Button, Flex, Modal, Radio, Table, Tabs, Tag } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeDiff } from '@/ui/code/CodeEditor';
import { RelativeTime } from '@/ui/RelativeTime';
import { SubjectLabel } from '@/ui/SubjectLabel';
import { changedFields, type Draft, type DraftField, draftOf, mergeDrafts } from '../content';
import { SCRIPT_KINDS } from '../scripts';
import type { DraftState } from './useDraft';
import type { Conflict } from './useSave';

type Props = { conflict: Conflict; draft: DraftState; onSettled: () => void };

const CODE = ['script', 'inputSchema', 'outputSchema'] as const;

/** Somebody saved a version meanwhile: shows both, and joins them without losing either. */
export function ConflictDialog({ conflict, draft, onSettled }: Props) {
  const { t } = useTranslation('tools');
  const theirs = useMemo(() => draftOf(conflict), [conflict]);
  const merge = mergeDrafts(draft.base, draft.draft, theirs);
  const [keep, setKeep] = useState<readonly DraftField[]>(merge.both);
  const join = () => {
    draft.rebase(theirs, conflict.version, merge.merged(keep));
    onSettled();
  };
  const takeTheirs = () => {
    draft.discard();
    onSettled();
  };
  return (
    <Modal
      open
      width={1000}
      title={t('conflict.title', { version: conflict.version })}
      onCancel={onSettled}
      footer={
        <Flex gap={8} wrap justify="end">
          <Button onClick={onSettled}>{t('conflict.later')}</Button>
          <Button danger onClick={takeTheirs}>
            {t('conflict.discardMine')}
          </Button>
          <Button type="primary" onClick={join}>
            {t('conflict.join', { version: conflict.version })}
          </Button>
        </Flex>
      }
    >
      <Flex vertical gap={12}>
        <Saved conflict={conflict} />
        <Changed who="theyChanged" fields={changedFields(draft.base, theirs)} />
        <Changed who="youChanged" fields={draft.changed} />
        {merge.both.length > 0 ? (
          <Choices fields={merge.both} keep={keep} onKeep={setKeep} />
        ) : (
          <Alert type="success" showIcon role="note" title={t('conflict.noOverlap')} />
        )}
        <Differences mine={draft.draft} theirs={theirs} version={conflict.version} />
      </Flex>
    </Modal>
  );
}

function Saved({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation('tools');
  return (
    <span>
      {conflict.author && <SubjectLabel subject={conflict.author} plain />}{' '}
      {t('conflict.saved', { version: conflict.version })} <RelativeTime at={conflict.createdAt} />
      {conflict.changelog && `: ${conflict.changelog}`}
    </span>
  );
}

type ChangedProps = { who: 'theyChanged' | 'youChanged'; fields: readonly DraftField[] };

function Changed({ who, fields }: ChangedProps) {
  const { t } = useTranslation('tools');
  return (
    <Flex gap={4} wrap align="center">
      {t(`conflict.${who}`)}
      {fields.map((field) => (
        <Tag key={field}>{t(`field.${field}`)}</Tag>
      ))}
    </Flex>
  );
}

type ChoicesProps = {
  fields: readonly DraftField[];
  keep: readonly DraftField[];
  onKeep: (keep: readonly DraftField[]) => void;
};

function Choices({ fields, keep, onKeep }: ChoicesProps) {
  const { t } = useTranslation('tools');
  const choose = (field: DraftField, mine: boolean) =>
    onKeep(mine ? [...keep, field] : keep.filter((each) => each !== field));
  return (
    <Table
      size="small"
      pagination={false}
      rowKey={(field) => field}
      dataSource={[...fields]}
      columns={[
        {
          key: 'field',
          title: t('conflict.bothChanged'),
          render: (_, field) => t(`field.${field}`),
        },
        {
          key: 'choice',
          title: t('conflict.keep'),
          render: (_, field) => (
            <Radio.Group
              aria-label={t(`field.${field}`)}
              value={keep.includes(field)}
              onChange={(event) => choose(field, event.target.value as boolean)}
              options={[
                { value: true, label: t('conflict.mine') },
                { value: false, label: t('conflict.theirs') },
              ]}
            />
          ),
        },
      ]}
    />
  );
}

type DifferencesProps = { mine: Draft; theirs: Draft; version: number };

function Differences({ mine, theirs, version }: DifferencesProps) {
  const { t } = useTranslation('tools');
  const files = CODE.filter((field) => changedFields(mine, theirs).includes(field));
  if (files.length === 0) return null;
  return (
    <Tabs
      size="small"
      destroyOnHidden
      items={files.map((field) => ({
        key: field,
        label: t(`field.${field}`),
        children: (
          <CodeDiff
            language={field === 'script' ? SCRIPT_KINDS[mine.executor].language : 'json'}
            original={theirs[field]}
            modified={mine[field]}
            originalLabel={t('conflict.theirsLabel', { version })}
            modifiedLabel={t('conflict.mine')}
            height={320}
          />
        ),
      }))}
    />
  );
}
