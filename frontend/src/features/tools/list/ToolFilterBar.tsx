import { FilterOutlined } from '@ant-design/icons';
import { Badge, Button, Flex, Grid, Select, Switch } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CategorySelect } from '@/features/categories/CategorySelect';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { SearchField } from '@/ui/SearchField';
import { useClearing } from '@/ui/useClearing';
import { EXECUTOR_TYPES } from '../scripts';
import { SubjectSelect } from '../subjects/SubjectSelect';
import {
  sortInForce,
  TOOL_SORTS,
  TOOL_STATUSES,
  TOOL_VISIBILITIES,
  type ToolFilters,
  writeFilters,
} from './filters';

export const ToolFilterBar_query = graphql(`
  fragment ToolFilterBar_query on Query {
    categories(all: true) { id ...CategoryOption_category }
    toolTags(first: 100)
  }
`);

type Props = {
  query: FragmentType<typeof ToolFilterBar_query> | undefined;
  filters: ToolFilters;
  onChange: (patch: Partial<ToolFilters>) => void;
};

export function ToolFilterBar({ query, filters, onChange }: Props) {
  const { t } = useTranslation('tools');
  const { md } = Grid.useBreakpoint();
  const [open, setOpen] = useState(false);
  const chosen = new Set(writeFilters({ ...filters, search: '', sort: null }).keys()).size;
  return (
    <Flex vertical gap={8}>
      <Flex gap={8} wrap align="center">
        <SearchField
          label={t('filter.search')}
          placeholder={t('filter.searchPlaceholder')}
          value={filters.search}
          onChange={(search) => onChange({ search })}
          style={{ width: 'auto', flex: '1 1 240px', maxWidth: 480 }}
        />
        <SortSelect filters={filters} onChange={onChange} />
        <DeletedSwitch filters={filters} onChange={onChange} />
        {!md && (
          <Badge count={chosen}>
            <Button
              icon={<FilterOutlined aria-hidden />}
              aria-expanded={open}
              onClick={() => setOpen((old) => !old)}
            >
              {t('filter.open')}
            </Button>
          </Badge>
        )}
      </Flex>
      {(md || open) && <FilterFields query={query} filters={filters} onChange={onChange} />}
    </Flex>
  );
}

function SortSelect({ filters, onChange }: Omit<Props, 'query'>) {
  const { t } = useTranslation('tools');
  const searching = filters.search.trim() !== '';
  return (
    <Select
      aria-label={t('filter.sort')}
      value={sortInForce(filters)}
      onChange={(sort) => onChange({ sort })}
      options={TOOL_SORTS.filter((sort) => searching || sort !== 'relevance').map((value) => ({
        value,
        label: t(`sort.${value}`),
      }))}
      style={{ width: 170 }}
    />
  );
}

function DeletedSwitch({ filters, onChange }: Omit<Props, 'query'>) {
  const { t } = useTranslation('tools');
  const id = useId();
  return (
    <Flex gap={8} align="center">
      <Switch
        size="small"
        id={id}
        checked={filters.deleted}
        onChange={(deleted) => onChange({ deleted })}
      />
      <label htmlFor={id}>{t('filter.deleted')}</label>
    </Flex>
  );
}

const Field = ({ children, width }: { children: ReactNode; width: number }) => (
  <div style={{ flex: `1 1 ${width}px`, maxWidth: 280, minWidth: 140 }}>{children}</div>
);

function FilterFields({ query, filters, onChange }: Props) {
  const { t } = useTranslation('tools');
  const clearing = useClearing();
  const facets = readFragment(ToolFilterBar_query, query);
  const many = <Value extends string>(
    key: 'status' | 'visibility' | 'executor' | 'tags',
    options: { value: Value; label: string }[],
  ) => (
    <Field width={150}>
      <Select
        mode="multiple"
        aria-label={t(`filter.${key}`)}
        placeholder={t(`filter.${key}`)}
        value={filters[key] as Value[]}
        onChange={(values: Value[]) => onChange({ [key]: values })}
        options={options}
        maxTagCount="responsive"
        allowClear={clearing}
        style={{ width: '100%' }}
      />
    </Field>
  );
  return (
    <Flex gap={8} wrap align="center" role="group" aria-label={t('filter.open')}>
      {many(
        'status',
        TOOL_STATUSES.map((value) => ({ value, label: t(`status.${value}`, { ns: 'common' }) })),
      )}
      <Field width={170}>
        <CategorySelect
          label={t('filter.category')}
          placeholder={t('filter.category')}
          categories={facets?.categories ?? []}
          value={filters.category}
          onChange={(category) => onChange({ category })}
        />
      </Field>
      {many(
        'tags',
        (facets?.toolTags ?? []).map((value) => ({ value, label: value })),
      )}
      {many(
        'visibility',
        TOOL_VISIBILITIES.map((value) => ({ value, label: t(`visibility.${value}`) })),
      )}
      {many(
        'executor',
        EXECUTOR_TYPES.map((value) => ({ value, label: t(`executor.${value}`) })),
      )}
      <Field width={170}>
        <SubjectSelect
          label={t('filter.owner')}
          placeholder={t('filter.owner')}
          value={filters.owner}
          onChange={(owner) => onChange({ owner })}
        />
      </Field>
    </Flex>
  );
}
