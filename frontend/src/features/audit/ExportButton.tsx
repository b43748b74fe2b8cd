import { DownloadOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Client, useClient } from 'urql';
import { useFaultMessage } from '@/graph/faults';
import { graphql } from '@/graph/generated';
import type { AuditEventFilter, AuditExportQuery } from '@/graph/generated/graphql';
import { writeJson } from '@/json/exact';

const AuditExportDocument = graphql(`
  query AuditExport($after: String, $filter: AuditEventFilter) {
    auditEvents(first: 100, after: $after, filter: $filter) {
      nodes {
        id
        at
        action
        targetId
        before
        after
        address
        traceId
        sealNumber
        actor {
          __typename
          ... on User { id username }
          ... on Agent { id agentName: name }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Line = NonNullable<AuditExportQuery['auditEvents']>['nodes'][number];
const MOST = 10_000;

/** Every line that the filter lets through, newest first, a page at a time. */
async function readAll(client: Client, filter: AuditEventFilter): Promise<Line[]> {
  const lines: Line[] = [];
  let after: string | null | undefined = null;
  do {
    const { data, error }: { data?: AuditExportQuery; error?: Error } = await client
      .query(AuditExportDocument, { after, filter }, { requestPolicy: 'network-only' })
      .toPromise();
    const page: AuditExportQuery['auditEvents'] = data?.auditEvents ?? null;
    if (!page) throw error ?? new Error();
    lines.push(...page.nodes);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after && lines.length < MOST);
  return lines;
}

/** Saves what is filtered as JSON, at most 10,000 lines. */
export function ExportButton({ filter }: { filter: AuditEventFilter }) {
  const { t } = useTranslation('audit');
  const { message } = App.useApp();
  const client = useClient();
  const describe = useFaultMessage();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const lines = await readAll(client, filter);
      download(writeJson(lines, '  '));
      if (lines.length >= MOST) void message.warning(t('export.cut', { count: MOST }));
    } catch (error) {
      void message.error(describe(error as Parameters<typeof describe>[0]));
    }
    setBusy(false);
  };
  return (
    <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void save()}>
      {t('export.button')}
    </Button>
  );
}

function download(text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'audit.json';
  link.click();
  URL.revokeObjectURL(url);
}
