import type { IncomingHttpHeaders } from 'node:http';
import { MixedPrefixesFailure } from './auth-failures';

/** The response format that a caller expects, where the two published families of clients differ. Source: interface, Identity. */
export type FormatName = 'service' | 'kuest' | 'public';

/** Clients of these prefixes expect their own response format; all others the service's. Source: interface, Identity. */
const FORMATS: ReadonlyMap<string, FormatName> = new Map([
  ['POLY', 'public'],
  ['KUEST', 'kuest'],
]);

/** The response format of callers who authenticate under the prefix. */
export function formatOf(prefix: string): FormatName {
  return FORMATS.get(prefix) ?? 'service';
}

/** By prefix and name: few of each exist, and each request needs two dozen. */
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

/** The header's single value; undefined when absent or empty. Prefix and name must come from small sets: they are cached. */
export function headerOf(headers: IncomingHttpHeaders, prefix: string, name: string): string | undefined {
  const value = headers[fullName(prefix, name)];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The names of those headers that are absent or empty, with the prefix as clients write it. */
export function missingHeaders(headers: IncomingHttpHeaders, prefix: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => headerOf(headers, prefix, name) === undefined).map((name) => `${prefix}_${name}`);
}

/**
 * The prefix under which any of the named headers is present; undefined when none is. Throws MixedPrefixesFailure for several:
 * neither the expected response format nor the valid credentials can be determined.
 */
export function solePrefixOf(
  headers: IncomingHttpHeaders,
  prefixes: readonly string[],
  names: readonly string[],
): string | undefined {
  const used = prefixes.filter((prefix) => names.some((name) => headerOf(headers, prefix, name) !== undefined));
  if (used.length > 1) throw new MixedPrefixesFailure(used);
  return used[0];
}
