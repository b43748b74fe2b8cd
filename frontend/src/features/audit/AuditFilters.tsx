import { Button, Flex, Input, Select, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useActionWords } from './AuditRow';
import { ACTIONS } from './actions';
import { type Shown, withFilter } from './filter';

type Props = { shown: Shown; params: URLSearchParams; onChange: (next: URLSearchParams) => void };

export function AuditFilters({ shown, params, onChange }: Props) {
  const { t } = useTranslation(['audit', 'common']);
  const words = useActionWords();
  const change = (name: string, value: string | undefined) =>
    onChange(withFilter(params, name, value));
  return (
    <Flex wrap gap={8} align="center">
      <Input
        type="search"
        allowClear
        aria-label={t('common:search')}
        placeholder={t('filter.search')}
        value={shown.search}
        onChange={({ target }) => change('q', target.value)}
        style={{ flex: '1 1 180px', maxWidth: 260 }}
      />
      <Select<string[]>
        mode="multiple"
        allowClear
        aria-label={t('action.label')}
        placeholder={t('filter.anyAction')}
        value={shown.actions}
        onChange={(actions) => change('action', actions.join(','))}
        options={ACTIONS.map((value) => ({ value, label: words(value) }))}
        showSearch={{ optionFilterProp: 'label' }}
        maxTagCount="responsive"
        style={{ flex: '1 1 220px', maxWidth: 360 }}
      />
      <Day name="from" label={t('filter.from')} value={shown.from} onChange={change} />
      <Day name="to" label={t('filter.to')} value={shown.to} onChange={change} />
      {(['actor', 'target'] as const).map(
        (name) =>
          shown[name] && (
            <Tag key={name} closable onClose={() => change(name, undefined)}>
              {t(`filter.${name}`)}
            </Tag>
          ),
      )}
      {params.size > 0 && (
        <Button type="link" onClick={() => onChange(new URLSearchParams())}>
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
  onChange: (name: string, value: string) => void;
};

/** The browser's own field for a day: it speaks the viewer's language and is walked through by keyboard. */
function Day({ name, label, value, onChange }: DayProps) {
  return (
    <Input
      type="date"
      aria-label={label}
      title={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(name, target.value)}
      style={{ width: 150 }}
    />
  );
}
