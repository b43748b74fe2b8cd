import { Select, Spin } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { graphql } from '@/graph/generated';
import { useClearing } from '@/ui/useClearing';
import { useSettled } from '@/ui/useSettled';

const SubjectSearchQuery = graphql(`
  query SubjectSearch($search: String, $chosen: ID!, $hasChosen: Boolean!, $isActive: Boolean) {
    users(first: 20, search: $search) { nodes { id username displayName } }
    agents(first: 20, filter: { search: $search, isActive: $isActive }) { nodes { id name displayName } }
    node(id: $chosen) @include(if: $hasChosen) {
      id
      ... on User { username displayName }
      ... on Agent { name displayName }
    }
  }
`);

type Props = {
  value: string | null;
  onChange: (id: string | null) => void;
  label: string;
  id?: string;
  placeholder?: string;
  invalid?: boolean;
  disabled?: boolean;
  /** Offers agents that were switched off, too. */
  inactiveToo?: boolean;
};

type Option = { value: string; label: string };

const person = (user: { id: string; username: string; displayName: string }): Option => ({
  value: user.id,
  label: `${user.displayName} (${user.username})`,
});
const machine = (agent: { id: string; name: string; displayName: string }): Option => ({
  value: agent.id,
  label: `${agent.displayName} (${agent.name})`,
});

/** A person or an agent, found by typing part of the name. */
export function SubjectSelect({
  value,
  onChange,
  label,
  id,
  placeholder,
  invalid,
  disabled,
  inactiveToo = false,
}: Props) {
  const { t } = useTranslation('tools');
  const clearing = useClearing();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const search = useSettled(text.trim(), 200);
  const [{ data, fetching }] = useQuery({
    query: SubjectSearchQuery,
    variables: {
      search: search || null,
      chosen: value ?? '',
      hasChosen: value !== null,
      isActive: inactiveToo ? null : true,
    },
    pause: !open && value === null,
  });
  const people = data?.users?.nodes.map(person) ?? [];
  const agents = data?.agents?.nodes.map(machine) ?? [];
  const chosen = chosenOption(data?.node);
  const known = [...people, ...agents].some((option) => option.value === value);
  const groups = [
    ...(chosen && !known && !search ? [{ label: t('subject.chosen'), options: [chosen] }] : []),
    ...(people.length > 0 ? [{ label: t('subject.people'), options: people }] : []),
    ...(agents.length > 0 ? [{ label: t('subject.agents'), options: agents }] : []),
  ];
  return (
    <Select
      id={id}
      aria-label={label}
      placeholder={placeholder ?? t('subject.placeholder')}
      value={value ?? undefined}
      onChange={(next: string | undefined) => onChange(next ?? null)}
      options={groups}
      showSearch={{ filterOption: false, onSearch: setText, searchValue: text }}
      onOpenChange={setOpen}
      labelRender={({ label: shown, value: shownId }) =>
        shown ?? (chosen?.value === shownId ? chosen.label : t('subject.unknown'))
      }
      notFoundContent={fetching ? <Spin size="small" /> : t('subject.none')}
      allowClear={clearing}
      disabled={disabled}
      status={invalid ? 'error' : undefined}
      popupMatchSelectWidth={280}
      style={{ width: '100%' }}
    />
  );
}

type Chosen =
  | { __typename: 'User'; id: string; username: string; displayName: string }
  | { __typename: 'Agent'; id: string; name: string; displayName: string };

function chosenOption(node: { __typename?: string; id: string } | null | undefined): Option | null {
  const subject = node as Chosen | null | undefined;
  if (subject?.__typename === 'User') return person(subject);
  return subject?.__typename === 'Agent' ? machine(subject) : null;
}
