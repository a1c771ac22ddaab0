import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { Loading } from './components/loading';
import { ToastProvider } from './components/toast';
import { SiteProvider } from './config/site-context';
import type { Site } from './config/site';
import { useRoute } from './routing/location';
import type { Route } from './routing/route';
import { Boundary } from './shell/boundary';
import { Layout } from './shell/layout';

const HomePage = lazy(() => import('./pages/home/home-page').then(({ HomePage: page }) => ({ default: page })));
const EventPage = lazy(() => import('./pages/event/event-page').then(({ EventPage: page }) => ({ default: page })));
const MarketPage = lazy(() => import('./pages/market/market-page').then(({ MarketPage: page }) => ({ default: page })));
const LeaderboardPage = lazy(() =>
  import('./pages/leaderboard/leaderboard-page').then(({ LeaderboardPage: page }) => ({ default: page })),
);
const ProfilePage = lazy(() => import('./pages/profile/profile-page').then(({ ProfilePage: page }) => ({ default: page })));
const WalletPage = lazy(() => import('./wallet/wallet-page').then(({ WalletPage: page }) => ({ default: page })));
const PortfolioPage = lazy(() => import('./portfolio/portfolio-page').then(({ PortfolioPage: page }) => ({ default: page })));
const OperatorPage = lazy(() => import('./operator/operator-page').then(({ OperatorPage: page }) => ({ default: page })));
const NotFoundPage = lazy(() => import('./pages/not-found/not-found-page').then(({ NotFoundPage: page }) => ({ default: page })));

/** The pages without anything of the address in them. */
const PLAIN: Readonly<Record<Exclude<Route['page'], 'event' | 'market' | 'profile'>, ComponentType>> = {
  home: HomePage,
  leaderboard: LeaderboardPage,
  wallet: WalletPage,
  portfolio: PortfolioPage,
  operator: OperatorPage,
  'not-found': NotFoundPage,
};

/** The whole console for one site's surfaces. */
export function App({ site }: { readonly site: Site }): ReactNode {
  return (
    <SiteProvider site={site}>
      <ToastProvider>
        <Layout>
          <RoutedPage />
        </Layout>
      </ToastProvider>
    </SiteProvider>
  );
}

function RoutedPage(): ReactNode {
  const route = useRoute();
  return (
    <Boundary key={JSON.stringify(route)}>
      <Suspense fallback={<Loading what="the page" />}>{pageOf(route)}</Suspense>
    </Boundary>
  );
}

function pageOf(route: Route): ReactNode {
  switch (route.page) {
    case 'event':
      return <EventPage slug={route.slug} />;
    case 'market':
      return <MarketPage conditionId={route.conditionId} />;
    case 'profile':
      return <ProfilePage address={route.address} />;
    default: {
      const Page = PLAIN[route.page];
      return <Page />;
    }
  }
}
