import { Button, Flex, Typography, theme } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { writeJson } from '@/json/exact';
import { CopyButton } from './CopyButton';

const SHOWN_CHARACTERS = 50_000;

type Props = { value: unknown; label: string; maxHeight?: number };

/** A JSON value to read and copy; a very long one is cut until asked for. */
export function JsonView({ value, label, maxHeight = 320 }: Props) {
  const { t } = useTranslation();
  const { token } = theme.useToken();
  const [all, setAll] = useState(false);
  const text = useMemo(() => writeJson(value, '  '), [value]);
  const cut = !all && text.length > SHOWN_CHARACTERS;
  return (
    <Flex vertical gap={4}>
      <div style={{ position: 'relative' }}>
        <section
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
          tabIndex={0}
          style={{
            maxHeight,
            overflow: 'auto',
            padding: '8px 40px 8px 12px',
            background: token.colorFillQuaternary,
            border: `1px solid ${token.colorBorderSecondary}`,
            borderRadius: token.borderRadius,
          }}
        >
          <pre
            style={{
              margin: 0,
              font: `12px/18px ${token.fontFamilyCode}`,
              whiteSpace: 'pre-wrap',
              overflowWrap: 'anywhere',
            }}
          >
            {cut ? text.slice(0, SHOWN_CHARACTERS) : text}
          </pre>
        </section>
        <div style={{ position: 'absolute', insetInlineEnd: 8, top: 4 }}>
          <CopyButton
            size="small"
            type="text"
            text={text}
            label={t('json.copy', { what: label })}
          />
        </div>
      </div>
      {cut && (
        <Typography.Text type="secondary">
          {t('json.cut', { shown: SHOWN_CHARACTERS, total: text.length })}{' '}
          <Button size="small" type="link" onClick={() => setAll(true)}>
            {t('json.showAll')}
          </Button>
        </Typography.Text>
      )}
    </Flex>
  );
}
