import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { navigate } from './location';

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { readonly href: string; readonly children: ReactNode };

/** A link within the console: an anchor that does not reload the page. */
export function Link({ href, children, onClick, ...rest }: LinkProps): ReactNode {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const isForTheBrowser = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || isForTheBrowser) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}
