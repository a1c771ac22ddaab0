import { askedOnce } from './live/asked-once';
import type { Route } from './routing/route';

/** The chunk of each page, loaded on demand and only once. */
export const PAGE_PARTS = {
  home: askedOnce(() => import('./pages/home/home-page')),
  event: askedOnce(() => import('./pages/event/event-page')),
  market: askedOnce(() => import('./pages/market/market-page')),
  watchlist: askedOnce(() => import('./pages/watchlist/watchlist-page')),
  leaderboard: askedOnce(() => import('./pages/leaderboard/leaderboard-page')),
  profile: askedOnce(() => import('./pages/profile/profile-page')),
  wallet: askedOnce(() => import('./wallet/wallet-page')),
  portfolio: askedOnce(() => import('./portfolio/portfolio-page')),
  operator: askedOnce(() => import('./operator/operator-page')),
  'not-found': askedOnce(() => import('./pages/not-found/not-found-page')),
} as const satisfies Record<Route['page'], () => Promise<unknown>>;
