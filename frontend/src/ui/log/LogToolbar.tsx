import { DownloadOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Checkbox, Flex, Input, Space, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/ui/CopyButton';
import { useClearing } from '../useClearing';
import type { LogText } from './logLines';
import type { useLogSearch } from './useLogSearch';

type Props = {
  log: LogText;
  search: ReturnType<typeof useLogSearch>;
  goTo: (index: number | undefined) => void;
  following: boolean;
  onFollow: (on: boolean) => void;
  ended: boolean;
  fileName: string;
};

const whole = (log: LogText) => log.lines.map((line) => line.text).join('\n');

function download(text: string, fileName: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${fileName}.txt`;
  link.click();
  URL.revokeObjectURL(url);
}

export function LogToolbar({ log, search, goTo, following, onFollow, ended, fileName }: Props) {
  const { t } = useTranslation();
  const clearing = useClearing();
  const count = search.matches.length;
  const found = count
    ? t('log.matches', { count, current: search.current + 1 })
    : t('log.noMatches');
  return (
    <Flex wrap gap={8} align="center" style={{ marginBottom: 8 }}>
      <Input
        allowClear={clearing}
        size="small"
        aria-label={t('log.search')}
        placeholder={t('log.search')}
        value={search.words}
        onChange={(event) => search.search(event.target.value)}
        onPressEnter={(event) => {
          event.preventDefault();
          goTo(search.step(event.shiftKey ? -1 : 1));
        }}
        style={{ width: 200 }}
      />
      {search.words && (
        <Space size={4}>
          <Typography.Text type="secondary" role="status">
            {found}
          </Typography.Text>
          <Button
            size="small"
            type="text"
            icon={<UpOutlined />}
            aria-label={t('log.previous')}
            disabled={!count}
            onClick={() => goTo(search.step(-1))}
          />
          <Button
            size="small"
            type="text"
            icon={<DownOutlined />}
            aria-label={t('log.next')}
            disabled={!count}
            onClick={() => goTo(search.step(1))}
          />
        </Space>
      )}
      <Flex flex={1} gap={8} align="center" justify="flex-end" wrap>
        <Typography.Text type="secondary">
          {t('log.lines', { count: log.dropped + log.lines.length })}
          {log.dropped > 0 && ` · ${t('log.dropped', { count: log.dropped })}`}
        </Typography.Text>
        {!ended && (
          <Checkbox checked={following} onChange={(event) => onFollow(event.target.checked)}>
            {t('log.follow')}
          </Checkbox>
        )}
        <CopyButton size="small" type="text" label={t('log.copy')} text={() => whole(log)} />
        <Button
          size="small"
          type="text"
          icon={<DownloadOutlined />}
          aria-label={t('log.download')}
          title={t('log.download')}
          disabled={log.lines.length === 0}
          onClick={() => download(whole(log), fileName)}
        />
      </Flex>
    </Flex>
  );
}
