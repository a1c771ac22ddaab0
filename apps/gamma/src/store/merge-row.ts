import { isDeepStrictEqual } from 'node:util';
import type { CatalogInstant } from '@foretell/contracts';
import { isOlder } from '../catalog/instant';

interface Dated {
  readonly updatedAt?: CatalogInstant;
}

/** The age of a row relative to the record of the same id. A row without a time comes from an operator: it is newer than all. */
export type Age = 'older' | 'same' | 'newer';

export function ageOf(row: Dated, stored: Dated): Age {
  if (isOlder(row, stored)) return 'older';
  return typeof row.updatedAt === 'string' && row.updatedAt === stored.updatedAt ? 'same' : 'newer';
}

/**
 * Merges a row into a record: fields that the row omits stay. For two rows of the same time, the greater value of each field
 * wins, in either order, and a default of a `fresh` record is lowest, as if it was omitted. So snapshots reach one state in any
 * order, and a second import changes nothing.
 */
export function mergeRow<R extends object>(stored: R, given: Partial<R>, age: Age, fresh: Partial<R>): R {
  if (age === 'older') return stored;
  if (age === 'newer') return { ...stored, ...given };
  const tied: R = { ...stored };
  for (const field in given) {
    if (!Object.hasOwn(given, field) || isDeepStrictEqual(stored[field], given[field])) continue;
    tied[field] = greater<R[typeof field]>(stored[field], given[field], fresh[field]);
  }
  return tied;
}

/** By the values' JSON, a total order. */
function greater<T>(stored: T, given: T | undefined, least: T | undefined): T {
  if (given === undefined || isDeepStrictEqual(given, least)) return stored;
  return isDeepStrictEqual(stored, least) || textOf(given) > textOf(stored) ? given : stored;
}

/** Equal for equal content, in any order of an object's fields: PostgreSQL's JSON has its own order. */
function textOf(value: unknown): string {
  const text = JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  return text ?? '';
}
