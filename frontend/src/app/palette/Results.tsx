import { Flex, Typography } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/ui/EmptyState';
import { shownKeys } from '../keyboard/map';
import { type Entry, type Group, optionId } from './entries';
import './palette.css';

type Props = {
  id: string;
  groups: readonly Group[];
  chosen: Entry | undefined;
  onOpen: (entry: Entry) => void;
  onPoint: (id: string) => void;
};

/** The options in their groups; the chosen one is kept in sight. */
export function Results({ id, groups, chosen, onOpen, onPoint }: Props) {
  const { t } = useTranslation('palette');
  const list = useRef<HTMLDivElement>(null);
  const chosenId = chosen && optionId(chosen);
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView?.({ block: 'nearest' });
  }, [chosenId]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('results')} className="palette-results">
      {groups.map(({ name, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options
        <div key={name} role="group" aria-label={t(`group.${name}`)}>
          <div aria-hidden className="palette-group">
            {t(`group.${name}`)}
          </div>
          {entries.map((entry) => (
            <Option
              key={entry.id}
              entry={entry}
              chosen={entry === chosen}
              onOpen={() => onOpen(entry)}
              onPoint={() => onPoint(entry.id)}
            />
          ))}
        </div>
      ))}
      {groups.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
    </div>
  );
}

type OptionProps = { entry: Entry; chosen: boolean; onOpen: () => void; onPoint: () => void };

const Option = ({ entry, chosen, onOpen, onPoint }: OptionProps) => (
  // The field above keeps the focus and the keys; a pointer needs only the click.
  <div
    role="option"
    id={optionId(entry)}
    aria-selected={chosen}
    tabIndex={-1}
    className="palette-option"
    onMouseMove={onPoint}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onOpen}
    onKeyDown={undefined}
  >
    <Flex justify="space-between" gap={12}>
      <span className="palette-label">
        {entry.label}
        {entry.hint && <Typography.Text type="secondary"> {entry.hint}</Typography.Text>}
      </span>
      {entry.keys && (
        <span aria-hidden style={{ whiteSpace: 'nowrap' }}>
          {shownKeys(entry.keys).map((key) => (
            <Typography.Text key={key} keyboard>
              {key}
            </Typography.Text>
          ))}
        </span>
      )}
    </Flex>
  </div>
);
