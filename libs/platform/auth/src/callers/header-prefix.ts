import type { IncomingHttpHeaders } from 'node:http';
import { TwoDialectsFailure } from './auth-failures';

/** Whose shapes a caller expects where the two published families of clients differ. Source: decisions, Identity. */
export type Dialect = 'service' | 'kuest' | 'public';

/** Clients of these prefixes expect shapes of their own; all others the service's. Source: docs/spec/clients.md. */
const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ['POLY', 'public'],
  ['KUEST', 'kuest'],
]);

/** The dialect of callers who authenticate under the prefix. */
export function dialectOf(prefix: string): Dialect {
  return DIALECTS.get(prefix) ?? 'service';
}

/** By prefix and name: both are of few, and each request asks for two dozen. */
const NAMES = new Map<string, Map<string, string>>();

/** Node gives header names in lower case. */
function fullName(prefix: string, name: string): string {
  const names = NAMES.get(prefix) ?? new Map<string, string>();
  const known = names.get(name);
  if (known !== undefined) return known;
  const full = `${prefix}_${name}`.toLowerCase();
  NAMES.set(prefix, names.set(name, full));
  return full;
}

/** The header's one value; undefined when absent or empty. Prefix and name must be of few: they are kept. */
export function headerOf(headers: IncomingHttpHeaders, prefix: string, name: string): string | undefined {
  const value = headers[fullName(prefix, name)];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * The prefix under which any of the named headers is present; undefined when none is. Throws TwoDialectsFailure for several:
 * which shapes such a caller expects cannot be known, nor whose credentials count.
 */
export function solePrefixOf(
  headers: IncomingHttpHeaders,
  prefixes: readonly string[],
  names: readonly string[],
): string | undefined {
  const used = prefixes.filter((prefix) => names.some((name) => headerOf(headers, prefix, name) !== undefined));
  if (used.length > 1) throw new TwoDialectsFailure(used);
  return used[0];
}
