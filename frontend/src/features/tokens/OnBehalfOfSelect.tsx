import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { useViewer } from '@/app/viewer';
import { graphql } from '@/graph/generated';
import { useClearing } from '@/ui/useClearing';
import { useSettled } from '@/ui/useSettled';

const UserChoicesDocument = graphql(`
  query UserChoices($search: String) {
    users(first: 20, search: $search) {
      nodes { id displayName username }
    }
  }
`);

/** The form item's own props come from the form around it. */
type Props = { id?: string; value?: string; onChange?: (user: string | undefined) => void };

/** The person an agent's token acts for: oneself; admins may pick anybody. */
export function OnBehalfOfSelect(props: Props) {
  const { t } = useTranslation('tokens');
  const clearing = useClearing();
  const { isAdmin, subject } = useViewer();
  const [search, setSearch] = useState('');
  const settled = useSettled(search, 200);
  const [{ data }] = useQuery({
    query: UserChoicesDocument,
    variables: { search: settled || null },
    pause: !isAdmin,
  });
  const self =
    subject.__typename === 'User'
      ? [{ value: subject.id, label: t('onBehalfOf.you', { name: subject.displayName }) }]
      : [];
  const others = (data?.users?.nodes ?? [])
    .filter(({ id }) => id !== subject.id)
    .map(({ id, displayName, username }) => ({ value: id, label: `${displayName} (${username})` }));
  return (
    <Select
      {...props}
      allowClear={clearing}
      showSearch={isAdmin ? { filterOption: false, onSearch: setSearch } : false}
      placeholder={t('onBehalfOf.nobody')}
      options={[...self, ...others]}
    />
  );
}
