import Icon from '@ant-design/icons/es/components/AntdIconLight';
import type { ComponentProps } from 'react';

/**
 * Draws every icon, those inside antd's own parts too: `vite.config.ts` puts it where antd draws them. A sign beside
 * words is for the eyes; antd would name it to screen readers by its file, in English. One that says something alone
 * is given an `aria-label`.
 */
export default function DecorativeIcon(props: ComponentProps<typeof Icon>) {
  const mute = { role: undefined, 'aria-label': undefined, 'aria-hidden': true };
  return props['aria-label'] ? <Icon {...props} /> : <Icon {...mute} {...props} />;
}
