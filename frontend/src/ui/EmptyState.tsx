import { Empty, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';

type Props = { title: string; text?: ReactNode; action?: ReactNode };

/** What stands where a list has nothing: what belongs here and how to get it. */
export function EmptyState({ title, text, action }: Props) {
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        <Flex vertical gap={4} align="center">
          <Typography.Text strong>{title}</Typography.Text>
          {text && <Typography.Text type="secondary">{text}</Typography.Text>}
        </Flex>
      }
    >
      {action}
    </Empty>
  );
}
