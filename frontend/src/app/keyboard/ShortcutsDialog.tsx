import { Flex, Modal, Switch, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { placesFor } from '../places';
import { SHORTCUTS, type ShortcutName, shownKeys } from './map';
import { singleKeys } from './useShortcut';

const NAMES = Object.keys(SHORTCUTS) as ShortcutName[];
const WHERE = ['everywhere', 'tools', 'lists'] as const;

type Props = { isAdmin: boolean; onClose: () => void };

/** All shortcuts; and those of a single key can be switched off here. */
export default function ShortcutsDialog({ isAdmin, onClose }: Props) {
  const { t } = useTranslation('shortcuts');
  const on = singleKeys.use();
  const named = (where: (typeof WHERE)[number]) =>
    NAMES.filter((name) => SHORTCUTS[name].where === where).map(
      (name): Line => [t(`name.${name}`), SHORTCUTS[name].keys],
    );
  const places = placesFor(isAdmin).map(
    ({ name, letter }): Line => [
      t('go', { place: t(`nav.${name}`, { ns: 'common' }) }),
      `g ${letter}`,
    ],
  );
  return (
    <Modal open title={t('title')} footer={null} onCancel={onClose} width={560}>
      <Flex vertical gap={16}>
        <Flex gap={12} align="start">
          <Switch
            aria-labelledby="single-keys"
            aria-describedby="single-keys-help"
            checked={on}
            onChange={singleKeys.set}
          />
          <div>
            <div id="single-keys">{t('singleKeys')}</div>
            <Typography.Text type="secondary" id="single-keys-help">
              {t('singleKeysHelp')}
            </Typography.Text>
          </div>
        </Flex>
        {WHERE.map((where) => (
          <Group key={where} title={t(`where.${where}`)} lines={named(where)} on={on} />
        ))}
        <Group title={t('where.places')} lines={places} on={on} />
      </Flex>
    </Modal>
  );
}

type Line = [text: string, keys: string];

function Group({ title, lines, on }: { title: string; lines: Line[]; on: boolean }) {
  return (
    <section aria-label={title}>
      <Typography.Title level={3} style={{ fontSize: 14, margin: 0 }}>
        {title}
      </Typography.Title>
      <dl style={{ margin: 0 }}>
        {lines.map(([text, keys]) => (
          <Flex key={keys} justify="space-between" gap={12} style={{ paddingBlock: 3 }}>
            <dt style={{ fontWeight: 'normal' }}>{text}</dt>
            <dd style={{ margin: 0, whiteSpace: 'nowrap' }}>
              {shownKeys(keys).map((key) => (
                <Typography.Text key={key} keyboard delete={!on && !keys.startsWith('Mod+')}>
                  {key}
                </Typography.Text>
              ))}
            </dd>
          </Flex>
        ))}
      </dl>
    </section>
  );
}
