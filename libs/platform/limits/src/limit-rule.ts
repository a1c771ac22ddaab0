import type { RequestTarget } from '@foretell/platform-server';

/** At most `count` requests of one subject in any `windowMillis`. */
export interface LimitRule {
  /** Stable: operators and other replicas refer to the rule by it. */
  readonly name: string;
  readonly count: number;
  readonly windowMillis: number;
  /** `GET /events`, in lower case without a trailing slash; absent: every request of the service. */
  readonly routes?: readonly string[];
  /** What is counted instead of requests, or by requests to its routes. */
  readonly counts?: Counted;
}

/**
 * `sites`: requests of all networks of an IPv6 site. `keys`: requests of all keys authenticated from an address. `ids`: the ids
 * in a caller's list, where a request's cost grows with them. `bodies`: kilobytes of large bodies.
 */
export type Counted = 'sites' | 'keys' | 'ids' | 'bodies';

/** The rules of a service. */
export interface LimitTable {
  readonly rules: readonly LimitRule[];
  /** Routes counted by API key after authentication; all others by network address. A last part may be `*`. */
  readonly byKey: ReadonlySet<string>;
}

const TEN_SECONDS = 10_000;
const TEN_MINUTES = 600_000;

/** Limit per ten seconds; without routes, for all requests of the service. */
export function inTenSeconds(name: string, count: number, ...routes: string[]): LimitRule {
  return { name, count, windowMillis: TEN_SECONDS, ...(routes.length === 0 ? {} : { routes }) };
}

/** Two limits on all requests to the routes, per ten seconds and per ten minutes; both apply. */
export function burstAndSustained(name: string, burst: number, sustained: number, ...routes: string[]): LimitRule[] {
  const overMinutes = { name: `${name}-sustained`, count: sustained, windowMillis: TEN_MINUTES, routes };
  return [inTenSeconds(`${name}-burst`, burst, ...routes), overMinutes];
}

/** Limit of ids per ten seconds in the lists of requests to the routes, whose handlers count them. */
export function idsInTenSeconds(name: string, count: number, ...routes: string[]): LimitRule {
  return { name, count, windowMillis: TEN_SECONDS, counts: 'ids', routes };
}

/** The limits of an IPv6 site, and of all keys of an address, as a multiple of a network address's. */
const SITE_TIMES = 4;
const KEYS_TIMES = 4;
/** As many of the largest order batches as a key may send. */
const BODY_KILOBYTES = 65_536;

/** The rules that every service has besides its own. */
export function commonRules({ rules }: LimitTable): readonly LimitRule[] {
  const general = rules.find(({ name }) => name === 'general')?.count ?? 0;
  const windowMillis = TEN_SECONDS;
  return [
    DOCUMENTS,
    { name: 'site', count: SITE_TIMES * general, windowMillis, counts: 'sites' },
    { name: 'body-kilobytes', count: BODY_KILOBYTES, windowMillis, counts: 'bodies' },
    { name: 'address-keys', count: KEYS_TIMES * general, windowMillis, counts: 'keys' },
  ];
}

/** A service's documents: their pages weigh half a megabyte and more, and readers request them rarely. */
const DOCUMENTS = inTenSeconds('documents', 100, 'GET /docs');
const DOCUMENT = /^\/docs(?:[/-]|$)/;

/**
 * The route under which a request counts: a path as the router compares it, with or without `/public`; HEAD counts as GET.
 * Everything under /docs is one route.
 */
export function limitedRoute(method: string, { route }: Pick<RequestTarget, 'route'>): string {
  let path = route;
  if (path.startsWith('/public/')) path = path.slice('/public'.length);
  if (DOCUMENT.test(path)) path = '/docs';
  return `${method === 'HEAD' ? 'GET' : method} ${path}`;
}
