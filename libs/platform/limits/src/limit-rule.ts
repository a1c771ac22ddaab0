import type { RequestTarget } from '@foretell/platform-server';

/** At most `count` requests of one subject in any `windowMillis`. */
export interface LimitRule {
  /** Stable: operators and other replicas name the rule by it. */
  readonly name: string;
  readonly count: number;
  readonly windowMillis: number;
  /** `GET /events`, in lower case without a slash at the end; none: every request of the surface. */
  readonly routes?: readonly string[];
  /** What is counted in place of requests, or by requests to its routes. */
  readonly counts?: Counted;
}

/**
 * `sites`: requests of all networks of an IPv6 site. `keys`: requests of all keys that prove themselves from an address. `ids`: what
 * a caller's list names, where a request costs as much as it names. `bodies`: kilobytes of large bodies.
 */
export type Counted = 'sites' | 'keys' | 'ids' | 'bodies';

/** The rules of a surface. */
export interface LimitTable {
  readonly rules: readonly LimitRule[];
  /** Routes that are counted by API key, once the key has proved itself; all others by network address. A last part may be `*`. */
  readonly byKey: ReadonlySet<string>;
}

const TEN_SECONDS = 10_000;
const TEN_MINUTES = 600_000;

/** So many in any ten seconds; without routes, of all requests of the surface. */
export function inTenSeconds(name: string, count: number, ...routes: string[]): LimitRule {
  return { name, count, windowMillis: TEN_SECONDS, ...(routes.length === 0 ? {} : { routes }) };
}

/** Of all requests to the routes so many in any ten seconds and so many in any ten minutes; both hold at once. */
export function burstAndSustained(name: string, burst: number, sustained: number, ...routes: string[]): LimitRule[] {
  const overMinutes = { name: `${name}-sustained`, count: sustained, windowMillis: TEN_MINUTES, routes };
  return [inTenSeconds(`${name}-burst`, burst, ...routes), overMinutes];
}

/** A list to one of the routes may name a thousand; so many in any ten seconds. */
export function idsInTenSeconds(name: string, count: number, ...routes: string[]): LimitRule {
  return { name, count, windowMillis: TEN_SECONDS, counts: 'ids', routes };
}

/** So many times what a network address may, in all of an IPv6 site, and by all keys of an address. */
const SITE_TIMES = 4;
const KEYS_TIMES = 4;
/** Of the largest batches of orders, as many as a key may send. */
const BODY_KILOBYTES = 65_536;

/** The rules that each surface has besides its own. */
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

/** The documents of a surface: their pages weigh half a megabyte and more, and who reads them asks seldom. */
const DOCUMENTS = inTenSeconds('documents', 100, 'GET /docs');
const DOCUMENT = /^\/docs(?:[/-]|$)/;

/**
 * The route that a request counts in: a path as the router compares it, under `/public` or not, and HEAD is a GET. All that is
 * under /docs is one route.
 */
export function limitedRoute(method: string, { route }: Pick<RequestTarget, 'route'>): string {
  let path = route;
  if (path.startsWith('/public/')) path = path.slice('/public'.length);
  if (DOCUMENT.test(path)) path = '/docs';
  return `${method === 'HEAD' ? 'GET' : method} ${path}`;
}
