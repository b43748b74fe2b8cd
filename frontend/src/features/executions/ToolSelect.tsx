import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { graphql } from '@/graph/generated';
import { useClearing } from '@/ui/useClearing';
import { useSettled } from '@/ui/useSettled';

const ToolChoicesDocument = graphql(`
  query ToolChoices($search: String) {
    tools(first: 20, filter: { search: $search }) {
      nodes { id name displayName }
    }
  }
`);

const ChosenToolDocument = graphql(`
  query ChosenTool($id: ID!) {
    tool(id: $id) { id displayName }
  }
`);

type Props = { value: string | undefined; onChange: (tool: string | undefined) => void };

/** Picks one tool, found by typing. */
export function ToolSelect({ value, onChange }: Props) {
  const { t } = useTranslation('executions');
  const clearing = useClearing();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState(false);
  const settled = useSettled(search, 200);
  const [{ data, fetching }] = useQuery({
    query: ToolChoicesDocument,
    variables: { search: settled || null },
    pause: !open,
  });
  const [{ data: chosen }] = useQuery({
    query: ChosenToolDocument,
    variables: { id: value ?? '' },
    pause: !value,
  });
  const found = data?.tools?.nodes ?? [];
  const options = found.map(({ id, displayName }) => ({ value: id, label: displayName }));
  if (value && !found.some(({ id }) => id === value))
    options.push({ value, label: chosen?.tool?.displayName ?? value });
  return (
    <Select
      allowClear={clearing}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      aria-label={t('column.tool')}
      placeholder={t('filter.anyTool')}
      value={value}
      onChange={(tool) => onChange(tool)}
      onOpenChange={setOpen}
      loading={open && fetching}
      notFoundContent={fetching ? null : t('filter.noTool')}
      options={options}
      style={{ flex: '1 1 180px', maxWidth: 260 }}
    />
  );
}
