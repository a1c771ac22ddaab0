import { distinct } from '../catalog/derive';
import type { MarketInput } from './import-input';
import type { Age } from './merge-row';

/**
 * The events of a market after a row. A row that lists its events removes the market from others, unless it is older than the
 * stored one. A market inside an event's row is in that event, however old the row.
 */
export function eventIdsAfter(stored: readonly number[], { kind, ids }: MarketInput['events'], age: Age): readonly number[] {
  if (age === 'same') return joined(stored, distinct(ids));
  if (kind === 'exactly') return age === 'older' ? stored : distinct(ids);
  return distinct([...stored, ...ids]);
}

/** Merges two rows of the same time without preferring either: a list that contains all of the other is kept as it is. */
function joined(a: readonly number[], b: readonly number[]): readonly number[] {
  const hasAll = b.every((id) => a.includes(id));
  const isAllThere = a.every((id) => b.includes(id));
  if (hasAll && isAllThere) return isAfter(b, a) ? b : a;
  if (hasAll) return a;
  return isAllThere ? b : distinct([...a, ...b]).toSorted((x, y) => x - y);
}

/** Compares at the first difference: a list sorted by id is after none. */
function isAfter(a: readonly number[], b: readonly number[]): boolean {
  const place = a.findIndex((id, index) => id !== b[index]);
  return place >= 0 && (a[place] ?? 0) > (b[place] ?? 0);
}
