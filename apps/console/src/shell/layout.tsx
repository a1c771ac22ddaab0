import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { SITE_NAME } from '../config/site-name';
import { Link } from '../routing/link';
import { scrollOfEntry, usePathname } from '../routing/location';
import { pathTo } from '../routing/route';
import { useSession } from '../wallet/session-store';
import { WalletButton } from '../wallet/wallet-button';
import { SiteSearch } from './search/site-search';
import { ThemeSwitch } from './theme-switch';

/** If its code cannot be loaded, the header has no balance. */
const HeaderBalance = lazy(() =>
  import('../wallet/header-balance').then(
    ({ HeaderBalance: balance }) => ({ default: balance }),
    () => ({ default: () => null }),
  ),
);
const PLACES = [
  { href: pathTo.home, label: 'Markets' },
  { href: pathTo.portfolio, label: 'Portfolio' },
  { href: pathTo.watchlist, label: 'Watchlist' },
  { href: pathTo.leaderboard, label: 'Leaderboard' },
] as const;

/** The frame of every page. */
export function Layout({ children }: { readonly children: ReactNode }): ReactNode {
  const pathname = usePathname();
  const main = useArrival(pathname);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className="header">
        <div className="header-inside">
          <Link href={pathTo.home} className="brand">
            <img src="/icon.svg" alt="" width="22" height="22" /> <span className="brand-name">{SITE_NAME}</span>
          </Link>
          <nav aria-label="Site" className="nav">
            {PLACES.map(({ href, label }) => (
              <Link key={href} href={href} aria-current={pathname === href ? 'page' : undefined}>
                {label}
              </Link>
            ))}
          </nav>
          <SiteSearch />
          <div className="header-end">
            <Balance />
            <WalletButton />
          </div>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1} className="main">
        {children}
      </main>
      <footer className="footer">
        <div className="footer-inside">
          <span>Built on the public APIs alone</span>
          <Link href={pathTo.operator}>Operator</Link>
          <ThemeSwitch />
        </div>
      </footer>
    </>
  );
}

/** Its space is reserved while its code is loading. */
function Balance(): ReactNode {
  const session = useSession();
  if (session === null) return null;
  return (
    <Suspense fallback={<span className="header-balance" />}>
      <HeaderBalance key={session.key.apiKey} />
    </Suspense>
  );
}

/** After a navigation, focuses the content and scrolls to its top, like a page load; after Back, to the earlier position. */
function useArrival(pathname: string): React.RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, scrollOfEntry());
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
