import { Button, type ButtonProps } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router';

type Props = Omit<ButtonProps, 'href' | 'onClick'> & { to: string };

/** A link that looks like a button: one element, so a keyboard stops at it once. */
export function LinkButton({ to, ...props }: Props) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <Button
      {...props}
      href={href}
      onClick={(event) => follow(event as React.MouseEvent<HTMLAnchorElement>)}
    />
  );
}
