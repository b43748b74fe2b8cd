import { Card, Descriptions, Flex, Tag, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type DocumentType, type FragmentType, graphql, readFragment } from '@/graph/generated';
import { EmptyState } from '@/ui/EmptyState';
import { ExactTime, RelativeTime } from '@/ui/RelativeTime';
import { HINTS } from '../content';
import { toolsUrl, toolUrl } from '../urls';
import { FunctionDefinitions } from './FunctionDefinitions';
import { SchemaTable } from './SchemaTable';

export const OverviewTab_tool = graphql(`
  fragment OverviewTab_tool on Tool {
    id
    description
    tags
    inputSchema
    outputSchema
    timeoutSeconds
    rateLimitPerMinute
    rateLimitPerHour
    network
    executorType
    annotations { readOnly destructive idempotent openWorld }
    examples { prompts }
    usage { executionCount lastExecutedAt }
    createdAt
    updatedAt
    ...FunctionDefinitions_tool
  }
`);

type Overview = DocumentType<typeof OverviewTab_tool>;

export default function OverviewTab(props: { tool: FragmentType<typeof OverviewTab_tool> }) {
  const { t } = useTranslation('tools');
  const tool = readFragment(OverviewTab_tool, props.tool);
  return (
    <Flex vertical gap={16}>
      <Typography.Paragraph style={{ whiteSpace: 'pre-wrap', margin: 0, maxWidth: 820 }}>
        {tool.description}
      </Typography.Paragraph>
      <Facts tool={tool} />
      <Card size="small" title={t('overview.input')}>
        <SchemaTable
          schema={tool.inputSchema}
          empty={t('overview.noInput')}
          label={t('overview.input')}
        />
      </Card>
      <Card size="small" title={t('overview.output')}>
        <SchemaTable
          schema={tool.outputSchema}
          empty={t('overview.noOutput')}
          label={t('overview.output')}
        />
      </Card>
      <FunctionDefinitions tool={tool} />
      <Prompts prompts={tool.examples.prompts} />
    </Flex>
  );
}

function Facts({ tool }: { tool: Overview }) {
  const { t, i18n } = useTranslation('tools');
  const { usage } = tool;
  const hints = HINTS.filter((hint) => tool.annotations[hint] !== null);
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, md: 2, xl: 3 }}
      items={[
        {
          key: 'calls',
          label: t('overview.calls'),
          children: (
            <Link to={toolUrl(tool.id, 'executions')}>
              {t('overview.callCount', {
                count: usage.executionCount,
                shown: usage.executionCount.toLocaleString(i18n.language),
              })}
            </Link>
          ),
        },
        {
          key: 'last',
          label: t('overview.lastRun'),
          children: usage.lastExecutedAt ? (
            <RelativeTime at={usage.lastExecutedAt} />
          ) : (
            t('list.neverRun')
          ),
        },
        {
          key: 'executor',
          label: t('overview.executor'),
          children: t(`executor.${tool.executorType}`),
        },
        {
          key: 'timeout',
          label: t('field.timeoutSeconds'),
          children: t('overview.seconds', { count: tool.timeoutSeconds }),
        },
        { key: 'limits', label: t('overview.limits'), children: <Limits tool={tool} /> },
        {
          key: 'network',
          label: t('policy.network'),
          children: (
            <span title={t(`networkText.${tool.network}`)}>{t(`network.${tool.network}`)}</span>
          ),
        },
        {
          key: 'hints',
          label: t('overview.hints'),
          children:
            hints.length > 0 ? (
              <Flex gap={4} wrap>
                {hints.map((hint) => (
                  <Tag key={hint}>{t(`hint.${hint}.${tool.annotations[hint] ? 'yes' : 'no'}`)}</Tag>
                ))}
              </Flex>
            ) : (
              t('overview.noHints')
            ),
        },
        {
          key: 'tags',
          label: t('field.tags'),
          children:
            tool.tags.length > 0 ? (
              <Flex gap={4} wrap>
                {tool.tags.map((tag) => (
                  <Link key={tag} to={toolsUrl({ tags: [tag] })}>
                    <Tag>{tag}</Tag>
                  </Link>
                ))}
              </Flex>
            ) : (
              t('overview.noTags')
            ),
        },
        {
          key: 'created',
          label: t('overview.created'),
          children: <ExactTime at={tool.createdAt} />,
        },
        {
          key: 'updated',
          label: t('overview.updated'),
          children: <ExactTime at={tool.updatedAt} />,
        },
      ]}
    />
  );
}

function Limits({ tool }: { tool: Overview }) {
  const { t } = useTranslation('tools');
  const limits = [
    tool.rateLimitPerMinute && t('overview.perMinute', { count: tool.rateLimitPerMinute }),
    tool.rateLimitPerHour && t('overview.perHour', { count: tool.rateLimitPerHour }),
  ].filter(Boolean);
  return limits.length > 0 ? limits.join(', ') : t('overview.noLimits');
}

function Prompts({ prompts }: { prompts: readonly string[] }) {
  const { t } = useTranslation('tools');
  return (
    <Card size="small" title={t('overview.prompts')}>
      {prompts.length === 0 ? (
        <EmptyState title={t('overview.noPrompts')} text={t('overview.noPromptsText')} />
      ) : (
        <ul style={{ margin: 0, paddingInlineStart: 20 }}>
          {prompts.map((prompt) => (
            <li key={prompt}>{prompt}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}
