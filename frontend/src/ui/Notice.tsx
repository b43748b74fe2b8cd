import { Flex, Typography } from 'antd';
import type { ReactNode } from 'react';

type Props = { title?: string; text: string; children: ReactNode };

/** A page that has nothing to show: why, and where to go from here. */
export function Notice({ title, text, children }: Props) {
  return (
    <Flex vertical align="center" gap={16} style={{ padding: '48px 16px', textAlign: 'center' }}>
      {title && (
        <Typography.Title level={1} style={{ fontSize: 20, margin: 0 }}>
          {title}
        </Typography.Title>
      )}
      <Typography.Text type="secondary" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Typography.Text>
      {children}
    </Flex>
  );
}
