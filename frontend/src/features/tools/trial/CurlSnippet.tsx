import { Collapse, Flex, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/ui/CopyButton';
import { type Call, curlSnippet } from '../curl';

/** The same call for a terminal: what an agent's program would send. */
export function CurlSnippet({ call }: { call: Call }) {
  const { t } = useTranslation('tools');
  const text = curlSnippet(location.origin, call);
  return (
    <Collapse
      size="small"
      items={[
        {
          key: 'curl',
          label: t('try.curl'),
          children: (
            <Flex vertical gap={8}>
              <Typography.Text type="secondary">{t('try.curlHelp')}</Typography.Text>
              <pre
                // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
                tabIndex={0}
                style={{ margin: 0, overflow: 'auto', maxHeight: 240, fontSize: 12 }}
              >
                {text}
              </pre>
              <div>
                <CopyButton size="small" withLabel text={text} label={t('try.curlCopy')} />
              </div>
            </Flex>
          ),
        },
      ]}
    />
  );
}
