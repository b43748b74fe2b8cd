import { Card, Flex, Tag, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { EmptyState } from '@/ui/EmptyState';
import { RelativeTime } from '@/ui/RelativeTime';

export const Failures_statistics = graphql(`
  fragment Failures_statistics on Statistics {
    totals { failures }
    topFailures(first: 8) {
      errorCode
      failures
      tool { id displayName }
      latest { id createdAt }
    }
  }
`);

type Props = { statistics: FragmentType<typeof Failures_statistics> };

/** What failed in the last day, by tool and reason; each leads to its last run and to all of them. */
export function Failures({ statistics }: Props) {
  const { t } = useTranslation('home');
  const { totals, topFailures } = readFragment(Failures_statistics, statistics);
  return (
    <Card
      size="small"
      title={t('failures.title', { count: totals.failures })}
      extra={<Link to="/executions?status=FAILED,TIMEOUT&since=24h">{t('failures.all')}</Link>}
      style={{ flex: '1 1 340px', minWidth: 0 }}
    >
      {topFailures.length === 0 && (
        <EmptyState title={t('failures.empty')} text={t('failures.emptyText')} />
      )}
      <ul aria-label={t('failures.label')} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {topFailures.map(({ tool, errorCode, failures, latest }) => (
          <li key={latest.id} style={{ padding: '5px 0' }}>
            <Flex justify="space-between" gap={8} wrap>
              <Flex gap={8} align="center" wrap style={{ minWidth: 0 }}>
                <span style={{ overflowWrap: 'anywhere' }}>
                  {tool ? (
                    <Link to={`/executions?tool=${tool.id}&status=FAILED,TIMEOUT&since=24h`}>
                      {tool.displayName}
                    </Link>
                  ) : (
                    t('hiddenTool')
                  )}
                </span>
                <Tag color="error">{errorCode ?? t('failures.noCode')}</Tag>
                <Typography.Text type="secondary">
                  {t('failures.times', { count: failures })}
                </Typography.Text>
              </Flex>
              <Link to={`/executions/${latest.id}`}>
                {t('failures.latest')} <RelativeTime at={latest.createdAt} />
              </Link>
            </Flex>
          </li>
        ))}
      </ul>
    </Card>
  );
}
