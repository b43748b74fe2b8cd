import { Alert, Card, Col, Flex, Row } from 'antd';
import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { Loading } from '@/ui/Loading';
import { PageState } from '@/ui/PageState';
import { useParameters } from '@/ui/parameters';
import { toolUrl } from '../urls';
import { RunPanel } from './RunPanel';
import { type Tried, TryForm } from './TryForm';

export const TryTab_tool = graphql(`
  fragment TryTab_tool on Tool {
    id
    name
    version
    status
    deletedAt
    viewerPermission
    viewerCanExecute
    network
    inputSchema
    examples { prompts inputs { name value } }
  }
`);

const TryVersionQuery = graphql(`
  query TryVersion(
    $id: ID!
    $version: Int!
    $older: Boolean!
    $execution: ID!
    $preloads: Boolean!
  ) {
    tool(id: $id) {
      id
      versionNumber(version: $version) @include(if: $older) {
        id
        inputSchema
        examples { inputs { name value } }
      }
    }
    execution(id: $execution) @include(if: $preloads) { id inputData toolVersion }
  }
`);

type Props = {
  tool: FragmentType<typeof TryTab_tool>;
  dirty: boolean;
  /** The input that was typed last: it outlives this tab and the choice of a version. */
  tried: RefObject<Tried | null>;
};

/** Runs the tool: which version, from which run's input and which run is shown all stand in the URL. */
export default function TryTab(props: Props) {
  const { t } = useTranslation('tools');
  const tool = readFragment(TryTab_tool, props.tool);
  const [params, change] = useParameters();
  const asked = Number(params.get('version'));
  const version = Number.isInteger(asked) && asked >= 1 && asked < tool.version ? asked : null;
  const panel = useRef<HTMLDivElement>(null);
  const from = params.get('from');
  const run = params.get('run');
  const [{ data, fetching, error }] = useQuery({
    query: TryVersionQuery,
    variables: {
      id: tool.id,
      version: version ?? tool.version,
      older: version !== null,
      execution: from ?? '',
      preloads: from !== null,
    },
    pause: version === null && from === null,
  });
  const show = (executionId: string) => {
    change({ run: executionId });
    panel.current?.scrollIntoView({ block: 'nearest' });
  };
  const old = version === null ? undefined : data?.tool?.versionNumber;
  const waiting = (version !== null && !old) || (from !== null && fetching && !data?.execution);
  if (waiting && fetching) return <Loading />;
  if (version !== null && !old)
    return <PageState fetching={fetching} error={error} back={toolUrl(tool.id, 'versions')} />;
  return (
    <Flex vertical gap={12}>
      {props.dirty && (
        <Alert
          type="warning"
          showIcon
          role="note"
          title={t('try.dirty', { version: tool.version })}
        />
      )}
      {from !== null && !data?.execution && (
        <Alert type="warning" showIcon role="note" title={t('try.fromGone')} />
      )}
      <WhyNot tool={tool} />
      <Row gutter={[16, 16]}>
        <Col xs={24} xl={11}>
          <Card size="small" title={t('try.input')}>
            <TryForm
              key={`${version} ${from}`}
              tool={tool}
              dirty={props.dirty}
              version={version}
              inputSchema={old ? old.inputSchema : tool.inputSchema}
              examples={old ? old.examples.inputs : tool.examples.inputs}
              from={from}
              tried={props.tried}
              initial={data?.execution?.inputData ?? {}}
              onVersion={(next) => change({ version: next === null ? null : String(next) })}
              onStarted={show}
            />
          </Card>
        </Col>
        <Col xs={24} xl={13}>
          <div ref={panel} style={{ position: 'sticky', top: 0 }}>
            <RunPanel toolId={tool.id} executionId={run} onRerun={show} />
          </div>
        </Col>
      </Row>
    </Flex>
  );
}

type Tool = { id: string; status: string; deletedAt?: string | null; viewerCanExecute: boolean };

/** Why the run button can't work, and what to do about it. */
function WhyNot({ tool }: { tool: Tool }) {
  const { t } = useTranslation('tools');
  if (tool.deletedAt) return <Alert type="info" showIcon role="note" title={t('try.deleted')} />;
  if (tool.status === 'DISABLED')
    return <Alert type="info" showIcon role="note" title={t('try.disabled')} />;
  if (!tool.viewerCanExecute && tool.status !== 'DRAFT')
    return <Alert type="info" showIcon role="note" title={t('try.notAllowed')} />;
  if (tool.status === 'DRAFT')
    return (
      <Alert
        type="info"
        showIcon
        role="note"
        title={tool.viewerCanExecute ? t('try.draft') : t('try.draftOfOthers')}
      />
    );
  if (tool.status === 'DEPRECATED')
    return <Alert type="warning" showIcon role="note" title={t('try.deprecated')} />;
  return null;
}
