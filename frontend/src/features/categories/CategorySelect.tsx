import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { useClearing } from '@/ui/useClearing';
import { treeOptions } from './tree';

export const CategoryOption_category = graphql(`
  fragment CategoryOption_category on Category { id name parent { id } }
`);

type Props = {
  categories: readonly FragmentType<typeof CategoryOption_category>[];
  value: string | null;
  onChange: (id: string | null) => void;
  label: string;
  id?: string;
  placeholder?: string;
  /** Seen, but not to be chosen. */
  disabledIds?: ReadonlySet<string>;
  disabled?: boolean;
  invalid?: boolean;
};

/** One category of the tree, or none. */
export function CategorySelect({
  categories,
  value,
  onChange,
  label,
  id,
  placeholder,
  disabledIds,
  disabled,
  invalid,
}: Props) {
  const { t } = useTranslation('categories');
  const clearing = useClearing();
  const options = useMemo(
    () => treeOptions(readFragment(CategoryOption_category, categories), disabledIds),
    [categories, disabledIds],
  );
  return (
    <TreeSelect
      id={id}
      aria-label={label}
      placeholder={placeholder ?? t('any')}
      value={value ?? undefined}
      onChange={(chosen: string | undefined) => onChange(chosen ?? null)}
      treeData={options}
      treeNodeFilterProp="title"
      treeDefaultExpandAll
      showSearch
      allowClear={clearing}
      disabled={disabled}
      status={invalid ? 'error' : undefined}
      popupMatchSelectWidth={260}
      style={{ width: '100%' }}
    />
  );
}
