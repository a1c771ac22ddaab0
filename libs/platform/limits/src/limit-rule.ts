/** At most `count` requests of one subject in any `windowMillis`. */
export interface LimitRule {
  /** Stable: operators and other replicas name the rule by it. */
  readonly name: string;
  readonly count: number;
  readonly windowMillis: number;
  /** `GET /events`, in lower case without a slash at the end; none: every request of the surface. */
  readonly routes?: readonly string[];
}

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

/** The documents of a surface: their pages weigh half a megabyte and more, and who reads them asks seldom. */
export const DOCUMENTS = inTenSeconds('documents', 100, 'GET /docs');
const DOCUMENT = /^\/docs(?:[/-]|$)/;

/**
 * The route that a request counts in: a path in any case, with or without a slash at the end, under `/public` or not, is the same
 * for the router, and HEAD is a GET. All that is under /docs is one route.
 */
export function limitedRoute(method: string, url: string): string {
  const query = url.indexOf('?');
  let path = (query === -1 ? url : url.slice(0, query)).toLowerCase();
  if (path.startsWith('/public/')) path = path.slice('/public'.length);
  if (DOCUMENT.test(path)) path = '/docs';
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === SLASH) end -= 1;
  return `${method === 'HEAD' ? 'GET' : method} ${path.slice(0, end)}`;
}

const SLASH = 47;
