import { Alert, Flex, Tag, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { CopyButton } from '@/ui/CopyButton';
import { RelativeTime } from '@/ui/RelativeTime';
import { StatusTag } from '@/ui/StatusTag';
import { SubjectLabel } from '@/ui/SubjectLabel';
import { toolsUrl, toolUrl } from './urls';

export const ToolSummary_tool = graphql(`
  fragment ToolSummary_tool on Tool {
    id
    name
    status
    visibility
    network
    version
    deletedAt
    category { id name ancestors { id name } }
    owner { ...SubjectLabel_subject }
  }
`);

/** The line under the title: what it is called, where it stands, who answers for it. */
export function ToolSummary(props: { tool: FragmentType<typeof ToolSummary_tool> }) {
  const { t } = useTranslation('tools');
  const tool = readFragment(ToolSummary_tool, props.tool);
  const path = tool.category ? [...tool.category.ancestors, tool.category] : [];
  return (
    <Flex vertical gap={8}>
      {tool.deletedAt && (
        <Alert
          type="warning"
          showIcon
          role="note"
          title={
            <>
              {t('deleted.banner')} <RelativeTime at={tool.deletedAt} />
            </>
          }
          description={t('deleted.bannerText')}
        />
      )}
      <Flex gap={12} wrap align="center">
        <Flex align="center" gap={4} style={{ minWidth: 0 }}>
          <Typography.Text code style={{ overflowWrap: 'anywhere' }}>
            {tool.name}
          </Typography.Text>
          <CopyButton size="small" type="text" text={tool.name} label={t('copyName')} />
        </Flex>
        <StatusTag status={tool.status} />
        <Tag>{t(`visibility.${tool.visibility}`)}</Tag>
        {tool.network === 'NONE' && <Tag title={t('networkText.NONE')}>{t('noNetwork')}</Tag>}
        <Link to={toolUrl(tool.id, 'versions')}>{t('version', { version: tool.version })}</Link>
        {path.length > 0 && (
          <span>
            {path.map(({ id, name }, index) => (
              <span key={id}>
                {index > 0 && ' / '}
                <Link to={toolsUrl({ category: id })}>{name}</Link>
              </span>
            ))}
          </span>
        )}
        {tool.owner && <SubjectLabel subject={tool.owner} />}
      </Flex>
    </Flex>
  );
}
