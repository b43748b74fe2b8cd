import { Descriptions, Modal, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

const KEYS = [
  ['search', '/'],
  ['tools', 'g t'],
  ['executions', 'g e'],
  ['agents', 'g a'],
  ['help', '?'],
] as const;

export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal open title={t('shortcuts.title')} footer={null} onCancel={onClose}>
      <Descriptions
        column={1}
        size="small"
        items={KEYS.map(([name, keys]) => ({
          key: name,
          label: t(`shortcuts.${name}`),
          children: keys.split(' ').map((key) => (
            <Typography.Text key={key} keyboard>
              {key}
            </Typography.Text>
          )),
        }))}
      />
    </Modal>
  );
}
