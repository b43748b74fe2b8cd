import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { type CSSProperties, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClearing } from './useClearing';

type Props = {
  /** What is searched for now. */
  value: string;
  /** Called once typing has paused. */
  onChange: (text: string) => void;
  /** Its name, where `Search` alone doesn't say enough. */
  label?: string;
  placeholder?: string;
  style?: CSSProperties;
};

const PAUSE_MS = 200;

/** The field that narrows a page's list; `/` goes to it. */
export function SearchField({ value, onChange, label, placeholder, style }: Props) {
  const { t } = useTranslation();
  const clearing = useClearing();
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== known) {
    setKnown(value);
    // What was sent from here may come back while one types on.
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }
  const send = useEffectEvent(() => {
    setSent(text);
    onChange(text);
  });
  useEffect(() => {
    if (text === sent) return;
    const timer = setTimeout(() => send(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, sent]);
  return (
    <Input
      type="search"
      prefix={<SearchOutlined aria-hidden />}
      aria-label={label ?? t('search')}
      placeholder={placeholder ?? t('search')}
      value={text}
      maxLength={200}
      allowClear={clearing}
      onChange={(event) => setText(event.target.value)}
      style={{ width: 200, ...style }}
    />
  );
}
