import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { App, Button, type ButtonProps } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = Pick<ButtonProps, 'size' | 'type' | 'autoFocus'> & {
  text: string | (() => string);
  /** What is copied, for those who can't see the sign: `Copy the token`. */
  label: string;
  /** Show the label beside the sign. */
  withLabel?: boolean;
};

export function CopyButton({ text, label, withLabel = false, size, type, autoFocus }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setCopied(true);
    } catch {
      void message.error(t('copy.failed'));
    }
  };
  return (
    <Button
      size={size}
      type={type}
      autoFocus={autoFocus}
      icon={copied ? <CheckOutlined /> : <CopyOutlined />}
      aria-label={copied ? t('copy.done') : label}
      title={label}
      onClick={() => void copy()}
    >
      {withLabel && (copied ? t('copy.done') : label)}
    </Button>
  );
}
