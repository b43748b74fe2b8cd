import { RobotOutlined } from '@ant-design/icons';

/**
 * An agent's emoji, or a robot. Decoration: the name stands beside it. A picture by its address is not
 * fetched: the console asks nobody but its own server for anything.
 */
export function AgentIcon({ icon }: { icon: string | null | undefined }) {
  const isAddress = icon?.includes('/');
  return icon && !isAddress ? <span aria-hidden>{icon}</span> : <RobotOutlined aria-hidden />;
}
