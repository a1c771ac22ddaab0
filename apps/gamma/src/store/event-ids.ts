import { distinct } from '../catalog/derive';
import type { MarketInput } from './import-input';
import type { Age } from './laid-over';

/**
 * The events of a market after a row. A row that lists its events takes the market out of others, unless it is older than what is
 * held. A market inside an event's row is in that event, however old the row.
 */
export function eventIdsAfter(held: readonly number[], { kind, ids }: MarketInput['events'], age: Age): readonly number[] {
  if (age === 'same') return joined(held, distinct(ids));
  if (kind === 'exactly') return age === 'older' ? held : distinct(ids);
  return distinct([...held, ...ids]);
}

/** Of two rows of one time both are believed, and neither is the first: a list that has all of the other stands as it is. */
function joined(a: readonly number[], b: readonly number[]): readonly number[] {
  const hasAll = b.every((id) => a.includes(id));
  const isAllThere = a.every((id) => b.includes(id));
  if (hasAll && isAllThere) return isAfter(b, a) ? b : a;
  if (hasAll) return a;
  return isAllThere ? b : distinct([...a, ...b]).toSorted((x, y) => x - y);
}

/** By the first place where they differ: a list in the order of its ids is after none. */
function isAfter(a: readonly number[], b: readonly number[]): boolean {
  const place = a.findIndex((id, index) => id !== b[index]);
  return place >= 0 && (a[place] ?? 0) > (b[place] ?? 0);
}
