import { HttpFailure } from '@foretell/platform-server';

/** Lists with cursors. */
export type CursorList = 'trades' | 'activity' | 'positions' | 'leaderboard' | 'winners' | 'builders';

const PLACE = /^\d{1,16}$/;

/** The position where the next page of a list begins: numbers with a meaning for that list only. Opaque to clients. */
export function toCursor(list: CursorList, places: readonly number[]): string {
  return Buffer.from(JSON.stringify([list, ...places.map(String)]), 'utf8').toString('base64url');
}

/**
 * The numbers of a cursor of this list; undefined for the first page. Throws 400 for a cursor of another list and for an invalid
 * one.
 */
export function readCursor(list: CursorList, count: number, cursor: string | null): readonly number[] | undefined {
  if (cursor === null) return undefined;
  const [name, ...places] = parsed(cursor);
  const numbers = places.map((place) => (typeof place === 'string' && PLACE.test(place) ? Number(place) : Number.NaN));
  if (name !== list || numbers.length !== count || !numbers.every(Number.isSafeInteger))
    throw new HttpFailure(400, 'invalid_field: cursor', 'invalid_field');
  return numbers;
}

function parsed(cursor: string): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(read) ? (read as unknown[]) : [];
  } catch {
    return [];
  }
}
