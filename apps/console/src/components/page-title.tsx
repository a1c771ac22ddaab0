import { useEffect, type ReactNode } from 'react';
import { SITE_NAME } from '../config/site-name';

/** The heading of a page, also used as the document title. Each page has exactly one. */
export function PageTitle({ children }: { readonly children: string }): ReactNode {
  useEffect(() => {
    document.title = `${children} · ${SITE_NAME}`;
  }, [children]);
  return <h1 className="page-title">{children}</h1>;
}
