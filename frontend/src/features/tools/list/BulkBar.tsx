import { App, Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserError } from '@/graph/faults';
import { graphql } from '@/graph/generated';
import type { ToolFilter, ToolStatus, ToolStatusMove } from '@/graph/generated/graphql';
import { useAction } from '@/graph/useAction';
import { useExport } from '../transfer/useExport';
import { useAllFound } from './useAllFound';
import { MOST_CHOSEN, type Selection } from './useSelection';

const MoveToolStatuses = graphql(`
  mutation MoveToolStatuses($input: MoveToolStatusesInput!) {
    moveToolStatuses(input: $input) { doneIds userErrors { code message field } }
  }
`);
const DeleteTools = graphql(`
  mutation DeleteTools($input: DeleteToolsInput!) {
    deleteTools(input: $input) { doneIds userErrors { code message field } }
  }
`);
const UndeleteTools = graphql(`
  mutation UndeleteTools($input: UndeleteToolsInput!) {
    undeleteTools(input: $input) { doneIds userErrors { code message field } }
  }
`);

const MOVES: Record<ToolStatusMove, ToolStatus> = {
  ACTIVATE: 'DRAFT',
  REACTIVATE: 'DISABLED',
  UNDEPRECATE: 'DEPRECATED',
  DEPRECATE: 'ACTIVE',
  DEACTIVATE: 'ACTIVE',
};
const AT_ONCE = 100;
const UNDO_SECONDS = 15;
const REFUSALS = {
  maxHeight: '50vh',
  overflow: 'auto',
  overflowWrap: 'anywhere',
  paddingInlineStart: 18,
} as const;

type Row = { id: string; displayName: string; status: ToolStatus };
type Props = {
  rows: readonly Row[];
  selection: Selection;
  totalCount: number;
  filter: ToolFilter;
  onDone: () => void;
};
type Done = { done: readonly string[]; errors: readonly UserError[] };
type Act = (ids: string[]) => Promise<{
  payload: { doneIds: readonly string[] } | undefined;
  errors: readonly UserError[];
}>;

/** What can be done with the chosen tools, all at once. */
export function BulkBar({ rows, selection, totalCount, filter, onDone }: Props) {
  const { t } = useTranslation(['transfer', 'tools']);
  const { message, notification, modal } = App.useApp();
  const save = useExport();
  const findAll = useAllFound(filter);
  const [move, moving] = useAction(MoveToolStatuses, (data) => data.moveToolStatuses);
  const [remove, removing] = useAction(DeleteTools, (data) => data.deleteTools);
  const [restore, restoring] = useAction(UndeleteTools, (data) => data.undeleteTools);
  const ids = [...selection.ids];
  const count = ids.length;
  const chosen = rows.filter((row) => selection.ids.has(row.id));
  const [found, setFound] = useState<readonly Pick<Row, 'id' | 'displayName'>[]>([]);
  const titles = new Map([...found, ...rows].map((row) => [row.id, row.displayName]));
  const statuses = new Set(chosen.map((row) => row.status));
  const known = chosen.length === count;
  const moves = (Object.keys(MOVES) as ToolStatusMove[]).filter(
    (each) => !known || statuses.has(MOVES[each]),
  );
  const chooseAll = async () => {
    const all = await findAll();
    setFound(all);
    selection.choose(all.map(({ id }) => id));
  };
  const apply = async (act: Act, onto = ids) => {
    const result = await inTurns(onto, act);
    const refused = result.errors.map(({ field, message: why }) => {
      const id = field?.[1] ?? '';
      return { id, line: `${titles.get(id) ?? id}: ${why}` };
    });
    if (refused.length > 0)
      modal.warning({
        title: t('bulk.refused', { count: refused.length }),
        content: (
          <ul style={REFUSALS}>
            {refused.map(({ id, line }) => (
              <li key={id}>{line}</li>
            ))}
          </ul>
        ),
      });
    if (result.done.length > 0) {
      selection.clear();
      onDone();
    }
    return result.done;
  };
  const tell = (done: readonly string[]) => {
    if (done.length > 0) void message.success(t('bulk.done', { count: done.length }));
  };
  const bringBack: Act = (some) => restore({ input: { ids: some } });
  const removeAll = async () => {
    const done = await apply((some) => remove({ input: { ids: some } }));
    if (done.length === 0) return;
    const key = `deleted-${done[0]}`;
    const undo = async () => {
      notification.destroy(key);
      tell(await apply(bringBack, [...done]));
    };
    notification.info({
      key,
      title: t('bulk.deleted', { count: done.length }),
      description: t('bulk.deletedText'),
      duration: UNDO_SECONDS,
      actions: <Button onClick={() => void undo()}>{t('deleted.undo', { ns: 'tools' })}</Button>,
    });
  };
  if (count === 0) return null;
  return (
    <Flex role="toolbar" aria-label={t('bulk.bar')} gap={8} wrap align="center">
      <Typography.Text strong role="status">
        {t('bulk.chosen', { count })}
      </Typography.Text>
      {count < Math.min(totalCount, MOST_CHOSEN) && (
        <Button size="small" onClick={() => void chooseAll()}>
          {t('bulk.all', { count: Math.min(totalCount, MOST_CHOSEN) })}
        </Button>
      )}
      <Button size="small" onClick={selection.clear}>
        {t('bulk.none')}
      </Button>
      {filter.deleted ? (
        <Button size="small" loading={restoring} onClick={() => void apply(bringBack).then(tell)}>
          {t('deleted.restore', { ns: 'tools' })}
        </Button>
      ) : (
        <>
          {moves.map((each) => (
            <Button
              key={each}
              size="small"
              loading={moving}
              onClick={() =>
                void apply((some) => move({ input: { ids: some, move: each } })).then(tell)
              }
            >
              {t(`move.${each}`, { ns: 'tools' })}
            </Button>
          ))}
          <Button size="small" onClick={() => void save('tools', { ids })}>
            {t('export.action')}
          </Button>
          <Button size="small" danger loading={removing} onClick={() => void removeAll()}>
            {t('delete.action', { ns: 'tools' })}
          </Button>
        </>
      )}
    </Flex>
  );
}

/** A hundred at a time; each error then names the tool by its id. */
async function inTurns(ids: readonly string[], act: Act): Promise<Done> {
  const done: string[] = [];
  const errors: UserError[] = [];
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE);
    const answer = await act(some);
    done.push(...(answer.payload?.doneIds ?? []));
    for (const error of answer.errors)
      errors.push({ ...error, field: ['id', some[Number(error.field?.[1])] ?? ''] });
    if (!answer.payload) break;
  }
  return { done, errors };
}
