import { Flex, Grid, Table, type TableProps, Tag, Typography } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type SchemaRow, schemaRows } from '../schema';

type Props = { schema: unknown; empty: string; label: string };

/** A JSON Schema for reading: its fields as the rows of a tree. */
export function SchemaTable({ schema, empty, label }: Props) {
  const { t } = useTranslation('tools');
  const { md } = Grid.useBreakpoint();
  const rows = useMemo(() => schemaRows(schema), [schema]);
  if (rows.length === 0) return <Typography.Text type="secondary">{empty}</Typography.Text>;
  return (
    <Table<SchemaRow>
      aria-label={label}
      size="small"
      rowKey="key"
      columns={md ? wideColumns(t) : narrowColumns(t)}
      dataSource={rows}
      pagination={false}
      expandable={{ defaultExpandAllRows: rows.length < 50 }}
    />
  );
}

const name = (row: SchemaRow, t: TFunction<'tools'>) => (
  <>
    <Typography.Text code>{row.name}</Typography.Text>
    {row.required && <Tag style={{ marginInlineStart: 6 }}>{t('schema.required')}</Tag>}
  </>
);

const meaning = (row: SchemaRow) => (
  <Flex vertical gap={2}>
    {row.description}
    {row.rules.length > 0 && (
      <Typography.Text type="secondary" style={{ fontSize: 12, overflowWrap: 'anywhere' }}>
        {row.rules.join(' · ')}
      </Typography.Text>
    )}
  </Flex>
);

const wideColumns = (t: TFunction<'tools'>): TableProps<SchemaRow>['columns'] => [
  { key: 'name', title: t('schema.field'), width: '32%', render: (_, row) => name(row, t) },
  { key: 'type', title: t('schema.type'), width: '18%', render: (_, row) => row.type },
  { key: 'meaning', title: t('schema.meaning'), render: (_, row) => meaning(row) },
];

const narrowColumns = (t: TFunction<'tools'>): TableProps<SchemaRow>['columns'] => [
  {
    key: 'field',
    title: t('schema.field'),
    render: (_, row) => (
      <span style={{ display: 'inline-block', verticalAlign: 'top', maxWidth: '85%' }}>
        {name(row, t)} <Typography.Text type="secondary">{row.type}</Typography.Text>
        {meaning(row)}
      </span>
    ),
  },
];
