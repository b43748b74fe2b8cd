import { Button, Checkbox, Flex, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParameters } from '@/ui/parameters';
import { useClearing } from '@/ui/useClearing';
import {
  hasFilters,
  readFilters,
  type ShownExecutions,
  SPANS,
  type Span,
  STATUSES,
  written,
} from './filter';
import { ToolSelect } from './ToolSelect';

export function ExecutionFilters() {
  const { t } = useTranslation(['executions', 'common']);
  const clearing = useClearing();
  const [params, setAddress, clear] = useParameters();
  const shown = readFilters(params);
  const change = (part: Partial<ShownExecutions>) => setAddress(written(part));
  const spans = Object.keys(SPANS) as Span[];
  return (
    <Flex wrap gap={8} align="center">
      <Select
        mode="multiple"
        allowClear={clearing}
        aria-label={t('column.status')}
        placeholder={t('filter.anyStatus')}
        value={shown.status}
        onChange={(status) => change({ status })}
        options={STATUSES.map((status) => ({
          value: status,
          label: t(`common:status.${status}`),
        }))}
        maxTagCount="responsive"
        style={{ flex: '1 1 200px', maxWidth: 320 }}
      />
      <ToolSelect value={shown.tool} onChange={(tool) => change({ tool })} />
      <Select<Span>
        allowClear={clearing}
        aria-label={t('filter.time')}
        placeholder={t('filter.anyTime')}
        value={shown.since}
        onChange={(since) => change({ since })}
        options={spans.map((span) => ({ value: span, label: t(`filter.${span}`) }))}
        style={{ flex: '1 1 140px', maxWidth: 180 }}
      />
      <Checkbox checked={shown.slow} onChange={(event) => change({ slow: event.target.checked })}>
        {t('slow')}
      </Checkbox>
      {hasFilters(shown) && (
        <Button type="link" onClick={clear}>
          {t('filter.clear')}
        </Button>
      )}
    </Flex>
  );
}
