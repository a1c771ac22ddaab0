import { isDeepStrictEqual } from 'node:util';
import type { CatalogInstant } from '@foretell/contracts';
import { isOlder } from '../catalog/instant';

interface Dated {
  readonly updatedAt?: CatalogInstant;
}

/** How a row stands to the record of the same id. A row without a time is an operator's word: it is newer than all. */
export type Age = 'older' | 'same' | 'newer';

export function ageOf(row: Dated, held: Dated): Age {
  if (isOlder(row, held)) return 'older';
  return typeof row.updatedAt === 'string' && row.updatedAt === held.updatedAt ? 'same' : 'newer';
}

/**
 * A record after a row: what the row does not name stays. Of two rows of one time neither is the later, so that of each field the
 * greater value stands, whichever came first, and what a `fresh` record has counts least, as if nobody had named it: snapshots end
 * in one state in any order, and a second import changes nothing.
 */
export function laidOver<R extends object>(held: R, given: Partial<R>, age: Age, fresh: Partial<R>): R {
  if (age === 'older') return held;
  if (age === 'newer') return { ...held, ...given };
  const tied: R = { ...held };
  for (const field in given) {
    if (!Object.hasOwn(given, field) || isDeepStrictEqual(held[field], given[field])) continue;
    tied[field] = greater<R[typeof field]>(held[field], given[field], fresh[field]);
  }
  return tied;
}

/** By the values' JSON, a total order. */
function greater<T>(held: T, given: T | undefined, least: T | undefined): T {
  if (given === undefined || isDeepStrictEqual(given, least)) return held;
  return isDeepStrictEqual(held, least) || textOf(given) > textOf(held) ? given : held;
}

/** The same for the same content, whatever the order of an object's fields: PostgreSQL's JSON has an order of its own. */
function textOf(value: unknown): string {
  const text = JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  return text ?? '';
}
