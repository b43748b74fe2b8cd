import { CaretDownOutlined, CaretRightOutlined, WarningOutlined } from '@ant-design/icons';
import { Flex, Tag, Typography, theme } from 'antd';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Row, visibleRows } from './outline';

type Props = {
  rows: readonly Row[];
  selected: Row;
  folded: ReadonlySet<string>;
  broken: ReadonlySet<string>;
  rootName: string;
  onSelect: (row: Row) => void;
  onFold: (row: Row, fold: boolean) => void;
  /** Keys that do something to the selected field. True if it was one. */
  onKey: (event: KeyboardEvent) => boolean;
};

/** The fields of a schema as a tree; arrows walk it. */
export function Outline(props: Props) {
  const { t } = useTranslation('editor');
  const { rows, selected, folded, onSelect, onFold, onKey } = props;
  const box = useRef<HTMLDivElement>(null);
  const shown = visibleRows(rows, folded);
  const at = shown.findIndex(({ key }) => key === selected.key);
  const moving = useRef(false);
  useEffect(() => {
    if (!moving.current) return;
    moving.current = false;
    const item = box.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    item?.focus();
    item?.scrollIntoView({ block: 'nearest' });
  });
  const walk = (event: KeyboardEvent) => {
    moving.current = true;
    const target = event.altKey ? undefined : targetOf(event.key, shown, at);
    if (target) onSelect(target);
    else if (event.key === 'ArrowRight' && folded.has(selected.key)) onFold(selected, false);
    else if (event.key === 'ArrowLeft' && selected.branches && !folded.has(selected.key))
      onFold(selected, true);
    else if (event.key === 'ArrowLeft') {
      const parent = shown.slice(0, at).findLast(({ depth }) => depth < selected.depth);
      if (parent) onSelect(parent);
    } else if (!onKey(event)) {
      moving.current = false;
      return;
    }
    event.preventDefault();
  };
  return (
    <div ref={box} role="tree" aria-label={t('builder.fields')} onKeyDown={walk}>
      {shown.map((row) => (
        <Line
          key={row.key}
          row={row}
          name={row.kind === 'root' ? props.rootName : nameOf(row, t)}
          isSelected={row.key === selected.key}
          isFolded={folded.has(row.key)}
          isBroken={props.broken.has(row.key)}
          onSelect={() => onSelect(row)}
          onFold={(fold) => onFold(row, fold)}
        />
      ))}
    </div>
  );
}

function targetOf(key: string, shown: readonly Row[], at: number): Row | undefined {
  if (key === 'ArrowDown') return shown[at + 1];
  if (key === 'ArrowUp') return shown[at - 1];
  if (key === 'Home') return shown[0];
  return key === 'End' ? shown.at(-1) : undefined;
}

type Words = (key: 'builder.items' | 'builder.additional') => string;

export function nameOf(row: Row, t: Words): string {
  if (row.kind === 'items') return t('builder.items');
  return row.kind === 'additional' ? t('builder.additional') : row.name;
}

type LineProps = {
  row: Row;
  name: string;
  isSelected: boolean;
  isFolded: boolean;
  isBroken: boolean;
  onSelect: () => void;
  onFold: (fold: boolean) => void;
};

function Line({ row, name, isSelected, isFolded, isBroken, onSelect, onFold }: LineProps) {
  const { t } = useTranslation('editor');
  const { token } = theme.useToken();
  const isGroup = row.kind === 'items' || row.kind === 'additional';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it takes the keys
    <div
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={isSelected}
      aria-expanded={row.branches ? !isFolded : undefined}
      tabIndex={isSelected ? 0 : -1}
      onClick={onSelect}
      style={{
        paddingBlock: 3,
        paddingInlineEnd: 6,
        paddingInlineStart: 4 + row.depth * 14,
        minHeight: 28,
        cursor: 'pointer',
        borderRadius: token.borderRadiusSM,
        background: isSelected ? token.controlItemBgActive : undefined,
      }}
    >
      <Flex gap={6} align="center">
        <Fold row={row} isFolded={isFolded} onFold={onFold} />
        <Typography.Text
          ellipsis
          italic={isGroup}
          style={isGroup || row.kind === 'root' ? undefined : { fontFamily: 'monospace' }}
        >
          {name || '""'}
        </Typography.Text>
        {row.required && (
          <Typography.Text type="danger" title={t('builder.required')}>
            <span aria-hidden>*</span>
            <span className="sr-only">{t('builder.required')}</span>
          </Typography.Text>
        )}
        <Typography.Text type="secondary" style={{ fontSize: 12, whiteSpace: 'nowrap' }}>
          {row.type}
        </Typography.Text>
        {row.kind === 'definition' && <Tag>{t('builder.definition')}</Tag>}
        {row.secret && <Tag>{t('builder.secretTag')}</Tag>}
        {isBroken && (
          <WarningOutlined aria-label={t('builder.broken')} style={{ color: token.colorError }} />
        )}
      </Flex>
    </div>
  );
}

type FoldProps = { row: Row; isFolded: boolean; onFold: (fold: boolean) => void };

/** For the mouse; the arrow keys do the same. */
function Fold({ row, isFolded, onFold }: FoldProps) {
  if (!row.branches || row.kind === 'root') return <span style={{ width: 12, flexShrink: 0 }} />;
  const Caret = isFolded ? CaretRightOutlined : CaretDownOutlined;
  return (
    <Caret
      aria-hidden
      style={{ fontSize: 12, flexShrink: 0 }}
      onClick={(event) => {
        event.stopPropagation();
        onFold(!isFolded);
      }}
    />
  );
}
