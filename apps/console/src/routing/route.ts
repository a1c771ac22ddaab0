/** The page of an address of the console. */
export type Route =
  | { readonly page: 'home' | 'watchlist' | 'leaderboard' | 'wallet' | 'portfolio' | 'operator' | 'not-found' }
  | { readonly page: 'event'; readonly slug: string }
  /** A market by its slug, or by its condition id. */
  | { readonly page: 'market'; readonly slug: string }
  | { readonly page: 'market'; readonly conditionId: string }
  | { readonly page: 'profile'; readonly address: string };

/** They load the ticket's chunk at once, and the build counts it in their first load. */
export const PAGES_WITH_TICKET: ReadonlySet<Route['page']> = new Set(['event', 'market']);

const CONDITION_ID = /^0x[0-9a-fA-F]{64}$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Parses a path; `not-found` for an unknown one. */
export function routeOf(pathname: string): Route {
  const [first = '', second, ...more] = pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  if (more.length > 0) return { page: 'not-found' };
  if (second === undefined) return plainRoute(first);
  if (first === 'event') return { page: 'event', slug: second };
  if (first === 'market')
    return CONDITION_ID.test(second) ? { page: 'market', conditionId: second.toLowerCase() } : { page: 'market', slug: second };
  if (first === 'profile' && ADDRESS.test(second)) return { page: 'profile', address: second };
  return { page: 'not-found' };
}

interface MarketReference {
  readonly slug?: string | null;
  readonly conditionId: string;
}

/** Builds the address of a page, which routeOf parses. */
export const pathTo = {
  home: '/',
  /** Search results. */
  results: (text: string): string => `/?${new URLSearchParams({ q: text }).toString()}`,
  watchlist: '/watchlist',
  leaderboard: '/leaderboard',
  wallet: '/wallet',
  /** The wallet's page, which returns to an address of the console after a sign-in. */
  signIn: (back: string): string => `/wallet?back=${encodeURIComponent(back)}`,
  portfolio: '/portfolio',
  operator: '/operator',
  event: (slug: string): string => `/event/${encodeURIComponent(slug)}`,
  /** By its slug if it is known. */
  market: ({ slug, conditionId }: MarketReference): string => `/market/${encodeURIComponent(slug || conditionId)}`,
  profile: (address: string): string => `/profile/${address}`,
} as const;

function plainRoute(name: string): Route {
  switch (name) {
    case '':
      return { page: 'home' };
    case 'watchlist':
    case 'leaderboard':
    case 'wallet':
    case 'portfolio':
    case 'operator':
      return { page: name };
    default:
      return { page: 'not-found' };
  }
}

/** An invalid URI component is returned unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** An address of this console to return to; null for anything else, such as another site's. */
export function backOf(query: URLSearchParams): string | null {
  const back = query.get('back') ?? '';
  return /^\/(?![/\\])/.test(back) && routeOf(back.split(/[?#]/, 1)[0] ?? '').page !== 'not-found' ? back : null;
}
