import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { navigate } from './location';

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  readonly href: string;
  readonly children: ReactNode;
  /** Handles a normal click instead of leaving the page; the browser's other ways to open a link still work. */
  readonly onFollow?: (() => void) | undefined;
};

/** A link within the console: an anchor that does not reload the page. */
export function Link({ href, children, onClick, onFollow, ...rest }: LinkProps): ReactNode {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const isForTheBrowser = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || isForTheBrowser) return;
    event.preventDefault();
    if (onFollow === undefined) navigate(href);
    else onFollow();
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}
