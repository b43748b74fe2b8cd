import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  PlusOutlined,
  RedoOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { Button, Flex, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Act = (() => void) | undefined;

type Props = {
  history: { undo: () => void; redo: () => void; canUndo: boolean; canRedo: boolean };
  onAdd: Act;
  onDefine: () => void;
  onRemove: Act;
  /** How many places refer to the selected definition. */
  uses: number;
  onUp: Act;
  onDown: Act;
};

/** What can be done with the selected field; each also has a key. */
export function Toolbar({ history, onAdd, onDefine, onRemove, uses, onUp, onDown }: Props) {
  const { t } = useTranslation('editor');
  return (
    <Flex gap={4} wrap role="toolbar" aria-label={t('builder.toolbar')}>
      <Button size="small" icon={<PlusOutlined aria-hidden />} disabled={!onAdd} onClick={onAdd}>
        {t('builder.add')}
      </Button>
      <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={onDefine}>
        {t('builder.define')}
      </Button>
      <span style={{ flex: 1 }} />
      <Act label={t('builder.up')} icon={<ArrowUpOutlined aria-hidden />} act={onUp} />
      <Act label={t('builder.down')} icon={<ArrowDownOutlined aria-hidden />} act={onDown} />
      <Act
        label={uses > 0 ? t('builder.inUse', { count: uses }) : t('builder.remove')}
        icon={<DeleteOutlined aria-hidden />}
        act={onRemove}
      />
      <Act
        label={t('builder.undo')}
        icon={<UndoOutlined aria-hidden />}
        act={history.canUndo ? history.undo : undefined}
      />
      <Act
        label={t('builder.redo')}
        icon={<RedoOutlined aria-hidden />}
        act={history.canRedo ? history.redo : undefined}
      />
    </Flex>
  );
}

const Act = ({ label, icon, act }: { label: string; icon: ReactNode; act: Act }) => (
  <Tooltip title={label}>
    <Button
      size="small"
      type="text"
      icon={icon}
      aria-label={label}
      aria-disabled={!act}
      disabled={!act}
      onClick={act}
    />
  </Tooltip>
);
