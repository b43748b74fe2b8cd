import { Flex, Typography } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';

type Props = {
  title: string;
  /** Shown instead of the title in the heading; the title still names the browser tab. */
  heading?: ReactNode;
  /** Buttons and filters at the right of the heading. */
  actions?: ReactNode;
  /** A line under the heading. */
  summary?: ReactNode;
  children: ReactNode;
  /** The page fills the window and scrolls inside, for tables. */
  fill?: boolean;
};

/** One page: names the browser tab and takes the keyboard's focus when one arrives at it. */
export function Page({ title, heading, actions, summary, children, fill = false }: Props) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Toolcrib`;
  }, [title]);
  useEffect(() => {
    const held = document.activeElement?.closest('[role=main], [role=dialog]');
    if (!held) head.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Flex vertical gap={12} style={fill ? { height: '100%', minHeight: 0 } : undefined}>
      <Flex gap={12} wrap align="center" justify="space-between">
        <Typography.Title
          ref={head}
          level={1}
          tabIndex={-1}
          style={{
            fontSize: 20,
            lineHeight: 1.4,
            margin: 0,
            outline: 'none',
            overflowWrap: 'anywhere',
          }}
        >
          {heading ?? title}
        </Typography.Title>
        {actions && (
          <Flex gap={8} wrap align="center">
            {actions}
          </Flex>
        )}
      </Flex>
      {summary}
      {children}
    </Flex>
  );
}
