import type { IncomingHttpHeaders } from 'node:http';

/** Whose shapes a caller expects where the two published families of clients differ. Source: decisions, Identity. */
export type Dialect = 'service' | 'public';

/** Clients of this prefix speak the public dialect; all others the service's own. */
const PUBLIC_PREFIX = 'POLY';

/** The dialect of callers who authenticate under the prefix. */
export function dialectOf(prefix: string): Dialect {
  return prefix === PUBLIC_PREFIX ? 'public' : 'service';
}

/** The header's one value; undefined when absent or empty. Node gives header names in lower case. */
export function headerOf(headers: IncomingHttpHeaders, prefix: string, name: string): string | undefined {
  const value = headers[`${prefix}_${name}`.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The first of the prefixes, in the order of preference, under which any of the named headers is present. */
export function prefixOf(
  headers: IncomingHttpHeaders,
  prefixes: readonly string[],
  names: readonly string[],
): string | undefined {
  return prefixes.find((prefix) => names.some((name) => headerOf(headers, prefix, name) !== undefined));
}
