import { createContext, useContext, type ReactNode } from 'react';
import type { Site } from './site';

const SiteContext = createContext<Site | null>(null);

export function SiteProvider({ site, children }: { readonly site: Site; readonly children: ReactNode }): ReactNode {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** The site of this console. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (site === null) throw new Error('useSite outside of SiteProvider');
  return site;
}
