import { Button, Flex, Table, type TableProps, theme } from 'antd';
import { type ReactNode, type UIEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsWide } from '@/app/useIsWide';
import { Loading } from '@/ui/Loading';

const HEAD_PX = 40;
const NEAR_END_PX = 600;

type Props<Row extends { id: string }> = {
  label: string;
  rows: Row[];
  columns: NonNullable<TableProps<Row>['columns']>;
  /** One row where there is no room for columns. */
  card: (row: Row) => ReactNode;
  /** Width in pixels under which the columns scroll sideways. */
  minWidth: number;
  empty: ReactNode;
  loading: boolean;
  hasMore: boolean;
  loadingMore: boolean;
  loadMore: () => void;
};

/** A table that fills its page, draws only what can be seen, and reads on as one scrolls; cards on a narrow screen. */
export function GrowingTable<Row extends { id: string }>(props: Props<Row>) {
  const wide = useIsWide();
  const { rows, loading, empty } = props;
  if (rows.length === 0) return loading ? <Loading /> : empty;
  return wide ? <WideTable {...props} /> : <Cards {...props} />;
}

function WideTable<Row extends { id: string }>({
  label,
  rows,
  columns,
  minWidth,
  loading,
  hasMore,
  loadingMore,
  loadMore,
}: Props<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(480);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setHeight(Math.max(160, element.clientHeight - HEAD_PX)),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const { scrollHeight, scrollTop, clientHeight } = currentTarget;
    if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) loadMore();
  };
  // A first page that doesn't fill a tall window leaves nothing to scroll.
  useEffect(() => {
    if (hasMore && !loadingMore && rows.length * HEAD_PX < height) loadMore();
  }, [hasMore, loadingMore, rows.length, height, loadMore]);
  return (
    <div ref={box} style={{ flex: 1, minHeight: 200 }}>
      <Table<Row>
        virtual
        aria-label={label}
        rowKey="id"
        size="small"
        columns={columns}
        dataSource={rows}
        loading={loading}
        pagination={false}
        scroll={{ x: minWidth, y: height }}
        onScroll={onScroll}
      />
    </div>
  );
}

function Cards<Row extends { id: string }>({
  label,
  rows,
  card,
  hasMore,
  loadingMore,
  loadMore,
}: Props<Row>) {
  const { t } = useTranslation();
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={8}>
      <ul aria-label={label} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {rows.map((row) => (
          <li
            key={row.id}
            style={{
              padding: '10px 12px',
              background: token.colorBgContainer,
              borderBottom: `1px solid ${token.colorBorderSecondary}`,
            }}
          >
            {card(row)}
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button block loading={loadingMore} onClick={loadMore}>
          {t('loadMore')}
        </Button>
      )}
    </Flex>
  );
}
