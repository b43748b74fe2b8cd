import { Card, Flex, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { JsonView } from '@/ui/JsonView';

export const FunctionDefinitions_tool = graphql(`
  fragment FunctionDefinitions_tool on Tool {
    id
    OPENAI: functionDefinition(format: OPENAI)
    OPENAI_STRICT: functionDefinition(format: OPENAI_STRICT)
    ANTHROPIC: functionDefinition(format: ANTHROPIC)
    MCP: functionDefinition(format: MCP)
  }
`);

const FORMATS = ['OPENAI', 'OPENAI_STRICT', 'ANTHROPIC', 'MCP'] as const;
type Format = (typeof FORMATS)[number];

/** The tool as each kind of model wants it declared, ready to paste. */
export function FunctionDefinitions(props: {
  tool: FragmentType<typeof FunctionDefinitions_tool>;
}) {
  const { t } = useTranslation(['tools', 'connect']);
  const tool = readFragment(FunctionDefinitions_tool, props.tool);
  const [format, setFormat] = useState<Format>('OPENAI');
  return (
    <Card
      size="small"
      title={t('definition.title')}
      extra={<Link to="/agents">{t('connect:linkAgent')}</Link>}
    >
      <Flex vertical gap={12}>
        <div style={{ overflowX: 'auto' }}>
          <Segmented<Format>
            aria-label={t('definition.format')}
            value={format}
            onChange={setFormat}
            options={FORMATS.map((value) => ({ value, label: t(`definition.${value}`) }))}
          />
        </div>
        <JsonView value={tool[format]} label={t('definition.title')} maxHeight={360} />
      </Flex>
    </Card>
  );
}
