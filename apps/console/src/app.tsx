import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { LoadingPage } from './components/loading-page';
import { ToastProvider } from './components/toast';
import { SiteProvider } from './config/site-context';
import type { Site } from './config/site';
import { PAGE_PARTS } from './page-parts';
import { useRoute } from './routing/location';
import type { Route } from './routing/route';
import { Boundary } from './shell/boundary';
import { Layout } from './shell/layout';
import { useSession } from './wallet/session-store';

const HomePage = lazy(() => PAGE_PARTS.home().then(({ HomePage: page }) => ({ default: page })));
const EventPage = lazy(() => PAGE_PARTS.event().then(({ EventPage: page }) => ({ default: page })));
const MarketPage = lazy(() => PAGE_PARTS.market().then(({ MarketPage: page }) => ({ default: page })));
const NamedMarketPage = lazy(() => PAGE_PARTS.market().then(({ NamedMarketPage: page }) => ({ default: page })));
const WatchlistPage = lazy(() => PAGE_PARTS.watchlist().then(({ WatchlistPage: page }) => ({ default: page })));
const LeaderboardPage = lazy(() => PAGE_PARTS.leaderboard().then(({ LeaderboardPage: page }) => ({ default: page })));
const ProfilePage = lazy(() => PAGE_PARTS.profile().then(({ ProfilePage: page }) => ({ default: page })));
const WalletPage = lazy(() => PAGE_PARTS.wallet().then(({ WalletPage: page }) => ({ default: page })));
const PortfolioPage = lazy(() => PAGE_PARTS.portfolio().then(({ PortfolioPage: page }) => ({ default: page })));
const OperatorPage = lazy(() => PAGE_PARTS.operator().then(({ OperatorPage: page }) => ({ default: page })));
const NotFoundPage = lazy(() => PAGE_PARTS['not-found']().then(({ NotFoundPage: page }) => ({ default: page })));
/** If its code cannot be loaded, pages have no notices. */
const AccountNotices = lazy(() =>
  import('./notices/account-notices').then(
    ({ AccountNotices: notices }) => ({ default: notices }),
    () => ({ default: () => null }),
  ),
);

/** The pages without parameters in their address. */
const PLAIN: Readonly<Record<Exclude<Route['page'], 'event' | 'market' | 'profile'>, ComponentType>> = {
  home: HomePage,
  watchlist: WatchlistPage,
  leaderboard: LeaderboardPage,
  wallet: WalletPage,
  portfolio: PortfolioPage,
  operator: OperatorPage,
  'not-found': NotFoundPage,
};

/** The complete console for one site's services. */
export function App({ site }: { readonly site: Site }): ReactNode {
  return (
    <SiteProvider site={site}>
      <ToastProvider>
        <Layout>
          <RoutedPage />
        </Layout>
        <Notices />
      </ToastProvider>
    </SiteProvider>
  );
}

/** Loaded only after a sign-in. */
function Notices(): ReactNode {
  const session = useSession();
  if (session === null) return null;
  return (
    <Suspense fallback={null}>
      <AccountNotices key={session.key.apiKey} session={session} />
    </Suspense>
  );
}

function RoutedPage(): ReactNode {
  const route = useRoute();
  return (
    <Boundary key={JSON.stringify(route)}>
      <Suspense fallback={<LoadingPage what="page" />}>{pageOf(route)}</Suspense>
    </Boundary>
  );
}

function pageOf(route: Route): ReactNode {
  switch (route.page) {
    case 'event':
      return <EventPage slug={route.slug} />;
    case 'market':
      return 'slug' in route ? <NamedMarketPage slug={route.slug} /> : <MarketPage conditionId={route.conditionId} />;
    case 'profile':
      return <ProfilePage address={route.address} />;
    default: {
      const Page = PLAIN[route.page];
      return <Page />;
    }
  }
}
