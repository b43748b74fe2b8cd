import { Button, Flex, Input, Select, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { SubjectSelect } from '@/features/tools/subjects/SubjectSelect';
import { useParameters } from '@/ui/parameters';
import { SearchField } from '@/ui/SearchField';
import { useClearing } from '@/ui/useClearing';
import { useActionWords } from './AuditRow';
import { ACTIONS } from './actions';
import { readFilters } from './filter';

export function AuditFilters() {
  const { t } = useTranslation('audit');
  const clearing = useClearing();
  const words = useActionWords();
  const [params, change, clear] = useParameters();
  const shown = readFilters(params);
  return (
    <Flex wrap gap={8} align="center">
      <SearchField
        placeholder={t('filter.search')}
        value={shown.search}
        onChange={(q) => change({ q })}
        style={{ flex: '1 1 180px', maxWidth: 260 }}
      />
      <div style={{ flex: '1 1 170px', maxWidth: 240 }}>
        <SubjectSelect
          inactiveToo
          label={t('column.actor')}
          placeholder={t('filter.anyActor')}
          value={shown.actor ?? null}
          onChange={(actor) => change({ actor })}
        />
      </div>
      <Select<string[]>
        mode="multiple"
        allowClear={clearing}
        aria-label={t('action.label')}
        placeholder={t('filter.anyAction')}
        value={shown.actions}
        onChange={(actions) => change({ action: actions.join(',') })}
        options={ACTIONS.map((value) => ({ value, label: words(value) }))}
        showSearch={{ optionFilterProp: 'label' }}
        maxTagCount="responsive"
        style={{ flex: '1 1 220px', maxWidth: 360 }}
      />
      <Day name="from" label={t('filter.from')} value={shown.from} onChange={change} />
      <Day name="to" label={t('filter.to')} value={shown.to} onChange={change} />
      {shown.target && (
        <Tag closable onClose={() => change({ target: null })}>
          {t('filter.target')}
        </Tag>
      )}
      {params.size > 0 && (
        <Button type="link" onClick={clear}>
          {t('filter.clear')}
        </Button>
      )}
    </Flex>
  );
}

type DayProps = {
  name: string;
  label: string;
  value: string | undefined;
  onChange: (changes: Record<string, string>) => void;
};

/** The browser's own field for a day: it speaks the viewer's language and is walked through by keyboard. */
function Day({ name, label, value, onChange }: DayProps) {
  return (
    <Input
      type="date"
      aria-label={label}
      title={label}
      value={value ?? ''}
      onChange={({ target }) => onChange({ [name]: target.value })}
      style={{ width: 150 }}
    />
  );
}
