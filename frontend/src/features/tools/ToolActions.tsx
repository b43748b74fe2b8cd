import {
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  HistoryOutlined,
  MoreOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type DocumentType, type FragmentType, graphql, readFragment } from '@/graph/generated';
import type { ToolStatusMove } from '@/graph/generated/graphql';
import { useAction } from '@/graph/useAction';
import { DuplicateDialog } from './DuplicateDialog';
import { useExport } from './transfer/useExport';
import { useDeletion } from './useDeletion';
import { useRefusal } from './useRefusal';

export const ToolActions_tool = graphql(`
  fragment ToolActions_tool on Tool {
    id
    name
    displayName
    deletedAt
    statusMoves
    viewerPermission
  }
`);

const MoveToolStatus = graphql(`
  mutation MoveToolStatus($input: MoveToolStatusInput!) {
    moveToolStatus(input: $input) {
      tool { id status statusMoves viewerCanExecute updatedAt }
      userErrors { code message field }
    }
  }
`);

/** The move most people look for gets a button of its own; the rest are in the menu. */
const PRIMARY: readonly ToolStatusMove[] = ['ACTIVATE', 'REACTIVATE', 'UNDEPRECATE'];

/** Status moves, duplicate and delete: what may be done with a tool now, and nothing else. */
export function ToolActions(props: { tool: FragmentType<typeof ToolActions_tool> }) {
  const { t } = useTranslation(['tools', 'transfer']);
  const save = useExport();
  const tool = readFragment(ToolActions_tool, props.tool);
  const deletion = useDeletion(tool);
  const { move, moving } = useMove(tool);
  const [duplicating, setDuplicating] = useState(false);
  const manages = tool.viewerPermission === 'ADMIN';
  if (tool.deletedAt)
    return (
      <Button
        icon={<UndoOutlined aria-hidden />}
        onClick={() => void deletion.undo()}
        disabled={!manages}
      >
        {t('deleted.restore')}
      </Button>
    );
  const primary = tool.statusMoves.find((each) => PRIMARY.includes(each));
  const others = tool.statusMoves.filter((each) => each !== primary);
  const items = [
    ...others.map((key) => ({ key, label: t(`move.${key}`), onClick: () => void move(key) })),
    {
      key: 'duplicate',
      icon: <CopyOutlined />,
      label: t('duplicate.action'),
      onClick: () => setDuplicating(true),
    },
    {
      key: 'export',
      icon: <DownloadOutlined aria-hidden />,
      label: t('export.action', { ns: 'transfer' }),
      onClick: () => void save(tool.name, { ids: [tool.id] }),
    },
    {
      key: 'exportVersions',
      icon: <DownloadOutlined aria-hidden />,
      label: t('export.withVersions', { ns: 'transfer' }),
      onClick: () => void save(tool.name, { ids: [tool.id], versions: true }),
    },
    ...(manages
      ? [
          {
            key: 'history',
            icon: <HistoryOutlined aria-hidden />,
            label: <Link to={`/audit?target=${tool.id}`}>{t('history')}</Link>,
          },
          {
            key: 'delete',
            danger: true,
            icon: <DeleteOutlined />,
            label: t('delete.action'),
            onClick: () => void deletion.remove(),
          },
        ]
      : []),
  ];
  return (
    <>
      {primary && (
        <Button type="primary" loading={moving} onClick={() => void move(primary)}>
          {t(`move.${primary}`)}
        </Button>
      )}
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button icon={<MoreOutlined aria-hidden />} aria-label={t('moreActions')} />
      </Dropdown>
      {duplicating && <DuplicateDialog tool={tool} onClose={() => setDuplicating(false)} />}
    </>
  );
}

function useMove(tool: DocumentType<typeof ToolActions_tool>) {
  const { t } = useTranslation('tools');
  const { message } = App.useApp();
  const refuse = useRefusal();
  const [run, moving] = useAction(MoveToolStatus, (data) => data.moveToolStatus);
  const move = async (which: ToolStatusMove) => {
    const { errors } = await run({ input: { id: tool.id, move: which } });
    if (errors.length > 0) refuse(errors);
    else void message.success(t(`moved.${which}`));
  };
  return { move, moving };
}
