import { SearchOutlined } from '@ant-design/icons';
import { Flex, Input, Modal, Typography } from 'antd';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PLACES, visit } from '../places';
import { arrange, type Entry, optionId, recent, remember } from './entries';
import { Results } from './Results';
import { useFound, useStanding } from './useEntries';

const LIST = 'palette-results';

type Props = { isAdmin: boolean; onClose: () => void; onHelp: () => void };

/** Everything by name: pages, tools, agents, people, runs, commands. A combobox with a list of options. */
export default function Palette({ isAdmin, onClose, onHelp }: Props) {
  const { t } = useTranslation('palette');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [chosenId, setChosenId] = useState<string>();
  const found = useFound(text, isAdmin);
  const known = [...useStanding(isAdmin, onHelp), ...found.entries];
  const groups = arrange(text, known, recent.use());
  const entries = groups.flatMap((group) => group.entries);
  const at = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosenId),
  );
  const chosen = entries[at];

  const open = (entry: Entry) => {
    remember(entry);
    // Gone before the page changes, so that the new page takes the focus.
    flushSync(onClose);
    const place = PLACES.find(({ path }) => path === entry.path);
    if (place) visit(place, (path) => void navigate(path));
    else if (entry.path) void navigate(entry.path);
    entry.act?.();
  };
  // Enter may come before the answer does: then the first entry is opened as soon as there is one.
  const [entered, setEntered] = useState(false);
  const openEntered = useEffectEvent(() => {
    setEntered(false);
    if (chosen) open(chosen);
  });
  const waits = found.searching && !chosen;
  useEffect(() => {
    // Not from within the effect, as the page changes at once.
    if (entered && !waits) queueMicrotask(() => openEntered());
  }, [entered, waits]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const to = target(event.key, at, entries.length);
    if (to !== undefined) setChosenId(entries[to]?.id);
    else if (event.key === 'Enter' && chosen) open(chosen);
    else if (event.key === 'Enter') setEntered(true);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      open
      title={<span className="sr-only">{t('title')}</span>}
      closable={false}
      footer={null}
      onCancel={onClose}
      width={600}
      style={{ top: 'min(12vh, 96px)' }}
      styles={{ header: { margin: 0 }, container: { padding: 12 } }}
    >
      <Flex vertical gap={8}>
        <Input
          autoFocus
          size="large"
          prefix={<SearchOutlined aria-hidden />}
          role="combobox"
          aria-label={t('placeholder')}
          aria-expanded
          aria-controls={LIST}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(chosen)}
          placeholder={t('placeholder')}
          value={text}
          maxLength={200}
          onChange={({ target: { value } }) => {
            setText(value);
            setChosenId(undefined);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
        />
        <Results id={LIST} groups={groups} chosen={chosen} onOpen={open} onPoint={setChosenId} />
        <span role="status" className="sr-only">
          {found.searching ? t('searching') : t('count', { count: entries.length })}
        </span>
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {t('hint')}
        </Typography.Text>
      </Flex>
    </Modal>
  );
}

/** Where a key leads in a list of `length`; undefined for a key that is no step. */
function target(key: string, at: number, length: number): number | undefined {
  if (length === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % length;
  if (key === 'ArrowUp') return (at - 1 + length) % length;
  if (key === 'PageDown') return Math.min(at + 8, length - 1);
  if (key === 'PageUp') return Math.max(at - 8, 0);
  return undefined;
}
