import { theme } from 'antd';
import {
  type CSSProperties,
  memo,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import styles from './VirtualTable.module.css';
import { nearEnd, windowOf } from './windowing';

export type Column<Row> = {
  key: string;
  title: ReactNode;
  /** Least width in pixels, and the share of what is left over. */
  min: number;
  grow: number;
  align?: 'end';
  render: (row: Row) => ReactNode;
};

type Props<Row> = {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowHeight: number;
  /** How many rows there are in all, loaded or not. */
  totalCount: number;
  onNearEnd: () => void;
  /** Scrolls back to the top when it changes. */
  resetKey: string;
  dimmed?: boolean;
};

const HEAD_HEIGHT = 40;
/** Rows are drawn in steps of this many; more are drawn ahead than a step can reveal. */
const STEP_ROWS = 4;

/** A table that draws only the rows in sight: it scrolls natively, whatever the number of rows. */
export function VirtualTable<Row extends { id: string }>({
  label,
  rows,
  columns,
  rowHeight,
  totalCount,
  onNearEnd,
  resetKey,
  dimmed = false,
}: Props<Row>) {
  const box = useRef<HTMLElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const { start, end } = windowOf(view.top, view.height, rowHeight, rows.length);
  const near = nearEnd(view.top, view.height, rowHeight, rows.length);
  const askForMore = useEffectEvent(onNearEnd);
  useEffect(() => {
    if (near && rows.length > 0) askForMore();
  }, [near, rows.length]);
  useLayoutEffect(() => {
    if (box.current && resetKey) box.current.scrollTop = 0;
  }, [resetKey]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () =>
      setView((old) => ({ ...old, height: Math.max(240, element.clientHeight - HEAD_HEIGHT) }));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <section
      ref={box}
      className={styles.scroller}
      style={useColors(columns)}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop } }) => {
        const top = scrollTop - (scrollTop % (rowHeight * STEP_ROWS));
        setView((old) => (old.top === top ? old : { ...old, top }));
      }}
    >
      <table className={styles.table} aria-label={label} aria-rowcount={totalCount + 1}>
        <Head columns={columns} />
        <tbody
          className={styles.body}
          style={{ height: rows.length * rowHeight, opacity: dimmed ? 0.6 : 1 }}
        >
          {rows.slice(start, end).map((row, offset) => (
            <BodyRow
              key={row.id}
              row={row}
              index={start + offset}
              height={rowHeight}
              columns={columns}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const cellClass = (align?: 'end') =>
  align === 'end' ? `${styles.cell} ${styles.end}` : styles.cell;

function Head<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={styles.columns}>
        {columns.map(({ key, title, align }) => (
          <th key={key} scope="col" className={cellClass(align)}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type BodyRowProps<Row> = {
  row: Row;
  index: number;
  height: number;
  columns: readonly Column<Row>[];
};

function PlainBodyRow<Row>({ row, index, height, columns }: BodyRowProps<Row>) {
  return (
    <tr aria-rowindex={index + 2} className={styles.row} style={{ top: index * height, height }}>
      {columns.map(({ key, align, render }) => (
        <td key={key} className={cellClass(align)}>
          {render(row)}
        </td>
      ))}
    </tr>
  );
}

/** Scrolling draws only the rows that come into sight: those that stay are not drawn again. */
const BodyRow = memo(PlainBodyRow) as typeof PlainBodyRow;

function useColors<Row>(columns: readonly Column<Row>[]): CSSProperties {
  const { token } = theme.useToken();
  return {
    '--columns': columns.map(({ min, grow }) => `minmax(${min}px, ${grow}fr)`).join(' '),
    '--least': `${columns.reduce((sum, { min }) => sum + min, 0)}px`,
    '--line': token.colorBorderSecondary,
    '--surface': token.colorBgContainer,
    '--head': token.colorBgElevated,
    '--hover': token.colorFillTertiary,
    '--faint': token.colorTextDescription,
  } as CSSProperties;
}
