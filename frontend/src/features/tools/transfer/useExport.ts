import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { useFaultMessage } from '@/graph/faults';
import { graphql } from '@/graph/generated';
import type { ToolFileQueryVariables } from '@/graph/generated/graphql';

const ToolFileQuery = graphql(`
  query ToolFile($ids: [ID!], $filter: ToolFilter, $versions: Boolean) {
    toolFile(ids: $ids, filter: $filter, versions: $versions)
  }
`);

/** Saves tools as a file on the reader's computer: as the server wrote it, so that no number loses a digit. */
export function useExport() {
  const { t } = useTranslation('transfer');
  const { message } = App.useApp();
  const client = useClient();
  const describe = useFaultMessage();
  return async (name: string, variables: ToolFileQueryVariables) => {
    const options = { requestPolicy: 'network-only' } as const;
    const { data, error } = await client.query(ToolFileQuery, variables, options);
    if (error || !data?.toolFile) {
      void message.error(error ? describe(error) : t('export.none'));
      return;
    }
    const count = (JSON.parse(data.toolFile) as { tools: unknown[] }).tools.length;
    if (count === 0) {
      void message.info(t('export.none'));
      return;
    }
    save(`${name}.json`, data.toolFile);
    void message.success(t('export.done', { count }));
  };
}

function save(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
