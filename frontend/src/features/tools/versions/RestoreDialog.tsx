import { App, Flex, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserError } from '@/graph/faults';
import { graphql } from '@/graph/generated';
import { useAction } from '@/graph/useAction';
import { UserErrors } from '@/ui/UserErrors';
import { CallersDiff } from './CallersDiff';

const RestoreToolVersion = graphql(`
  mutation RestoreToolVersion($input: RestoreToolVersionInput!) {
    restoreToolVersion(input: $input) {
      tool {
        id
        updatedAt
        ...ToolContent_tool
        ...OverviewTab_tool
        ...TryTab_tool
      }
      currentVersion { id version }
      userErrors { code message field }
    }
  }
`);

type Props = {
  tool: { id: string; version: number };
  version: number;
  onClose: () => void;
  onRestored: () => void;
};

/** Makes an old version's content the newest version; the versions in between stay. */
export function RestoreDialog({ tool, version, onClose, onRestored }: Props) {
  const { t } = useTranslation(['tools', 'versions']);
  const { message } = App.useApp();
  const [changelog, setChangelog] = useState(t('restore.changelog', { version }));
  const [errors, setErrors] = useState<readonly UserError[]>([]);
  const [run, running] = useAction(RestoreToolVersion, (data) => data.restoreToolVersion);
  const restore = async () => {
    const { errors: refused } = await run({
      input: {
        id: tool.id,
        version,
        expectedVersion: tool.version,
        changelog: changelog.trim() || null,
      },
    });
    setErrors(refused);
    if (refused.length > 0) return;
    void message.success(t('restore.done', { version, latest: tool.version + 1 }));
    onRestored();
    onClose();
  };
  return (
    <Modal
      open
      title={t('restore.title', { version })}
      okText={t('restore.submit', { version, latest: tool.version + 1 })}
      confirmLoading={running}
      onOk={() => void restore()}
      onCancel={onClose}
    >
      <Flex vertical gap={12}>
        {t('restore.text', { version, latest: tool.version + 1 })}
        <CallersDiff
          toolId={tool.id}
          from={tool.version}
          to={version}
          title={t('restoring', { ns: 'versions', version: tool.version })}
        />
        <Form layout="vertical" onFinish={() => void restore()}>
          <Form.Item
            label={t('editor.changelog')}
            htmlFor="restore-changelog"
            style={{ margin: 0 }}
          >
            <Input
              id="restore-changelog"
              value={changelog}
              maxLength={500}
              onChange={(event) => setChangelog(event.target.value)}
            />
          </Form.Item>
        </Form>
        <UserErrors errors={errors} />
      </Flex>
    </Modal>
  );
}
