import { Alert, Button, Flex, Modal } from 'antd';
import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton';

type Props = {
  title: string;
  /** Why it has to be copied now. */
  warning: string;
  /** What the only way out says: `I have copied it`. */
  done: string;
  onClose: () => void;
  children: ReactNode;
};

/** A secret that nobody will see again: the dialog is left by saying that it was copied, never by accident. */
export function ShownOnce({ title, warning, done, onClose, children }: Props) {
  return (
    <Modal
      open
      title={title}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {done}
        </Button>
      }
    >
      <Flex vertical gap={12}>
        <Alert type="warning" showIcon title={warning} />
        {children}
      </Flex>
    </Modal>
  );
}

/** A text with a button that copies it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <Flex gap={8} align="start">
      <pre
        style={{
          flex: 1,
          minWidth: 0,
          margin: 0,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {text}
      </pre>
      <CopyButton text={text} label={label} />
    </Flex>
  );
}
