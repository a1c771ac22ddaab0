import { loadOnce } from './live/load-once';
import type { Route } from './routing/route';

/** The chunk of each page, loaded on demand and only once. */
export const PAGE_PARTS = {
  home: loadOnce(() => import('./pages/home/home-page')),
  event: loadOnce(() => import('./pages/event/event-page')),
  market: loadOnce(() => import('./pages/market/market-page')),
  watchlist: loadOnce(() => import('./pages/watchlist/watchlist-page')),
  leaderboard: loadOnce(() => import('./pages/leaderboard/leaderboard-page')),
  profile: loadOnce(() => import('./pages/profile/profile-page')),
  wallet: loadOnce(() => import('./wallet/wallet-page')),
  portfolio: loadOnce(() => import('./portfolio/portfolio-page')),
  operator: loadOnce(() => import('./operator/operator-page')),
  'not-found': loadOnce(() => import('./pages/not-found/not-found-page')),
} as const satisfies Record<Route['page'], () => Promise<unknown>>;
