import { Alert, Flex, Tag, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { type DocumentType, type FragmentType, graphql, readFragment } from '@/graph/generated';
import { writeJson } from '@/json/exact';

export const ChangeList_diff = graphql(`
  fragment ChangeList_diff on VersionDiff {
    impact
    changes { kind impact path before after isProven }
  }
`);

type Diff = DocumentType<typeof ChangeList_diff>;
type Change = Diff['changes'][number];
type Props = {
  diff: FragmentType<typeof ChangeList_diff>;
  /** What the list is about, above it. */
  title?: string;
};

/** Each change with what it means for callers, those that break them first. */
export function ChangeList({ diff, title }: Props) {
  const { t } = useTranslation('versions');
  const { impact, changes } = readFragment(ChangeList_diff, diff);
  const breaking = changes.filter((change) => change.impact === 'BREAKING').length;
  const summary = breaking > 0 ? t('diff.breaking', { count: breaking }) : t('diff.compatible');
  return (
    <Flex vertical gap={8}>
      {title && <Typography.Text>{title}</Typography.Text>}
      <Flex gap={8} align="center" wrap role="status">
        {changes.length > 0 && <ImpactTag impact={impact} />}
        <Typography.Text strong>{changes.length > 0 ? summary : t('diff.same')}</Typography.Text>
      </Flex>
      {changes.length > 0 && (
        <ul
          aria-label={t('diff.label')}
          style={{ listStyle: 'none', margin: 0, padding: 0, maxHeight: 320, overflowY: 'auto' }}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
        >
          {changes.map((change) => (
            <ChangeItem key={writeJson(change)} change={change} />
          ))}
        </ul>
      )}
    </Flex>
  );
}

export function ImpactTag({ impact }: { impact: Diff['impact'] }) {
  const { t } = useTranslation('versions');
  return <Tag color={impact === 'BREAKING' ? 'error' : 'success'}>{t(`impact.${impact}`)}</Tag>;
}

/** Longer texts are shown side by side, below. */
const LONGEST_SHOWN = 200;

function ChangeItem({ change }: { change: Change }) {
  const { t } = useTranslation('versions');
  const texts = [change.before, change.after].map((value) => shown(value) ?? t('diff.nothing'));
  const short = texts.every((text) => text.length <= LONGEST_SHOWN && !text.includes('\\n'));
  return (
    <Flex
      component="li"
      gap={8}
      align="baseline"
      wrap
      style={{ padding: '4px 0', overflowWrap: 'anywhere' }}
    >
      <ImpactTag impact={change.impact} />
      <span style={{ flex: '1 1 240px' }}>
        <Typography.Text code>{change.path.join('.')}</Typography.Text> {t(`kind.${change.kind}`)}{' '}
        {!change.isProven && t('diff.unproven')}
        {short && (
          <Typography.Text type="secondary" style={{ display: 'block' }}>
            {t('diff.before')} <code>{texts[0]}</code> {t('diff.after')} <code>{texts[1]}</code>
          </Typography.Text>
        )}
      </span>
    </Flex>
  );
}

const shown = (value: unknown): string | null =>
  value === null || value === undefined ? null : writeJson(value);

/** While editing: what saving would mean for callers; nothing where they notice nothing. */
export function EditImpact({ diff, version }: { diff: Props['diff'] | null; version: number }) {
  const { t } = useTranslation('versions');
  const found = readFragment(ChangeList_diff, diff);
  if (!diff || found?.impact !== 'BREAKING') return null;
  return (
    <Alert
      type="warning"
      role="note"
      title={t('saving', { version })}
      description={<ChangeList diff={diff} />}
    />
  );
}
