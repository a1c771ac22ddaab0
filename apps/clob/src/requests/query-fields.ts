import { decodeCursor } from '@foretell/contracts';
import { HttpFailure } from '@foretell/platform-server';
import type { MarketDirectory } from '../market-directory/market-directory';

/** A query parameter given once; an empty one counts as absent, a repeated one is refused. */
export function textField(query: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw new HttpFailure(400, `${name} must be given once`, 'invalid_query', { field: name });
  // The record cannot hold this character, so its queries fail on it.
  if (value.includes('\0')) throw new HttpFailure(400, `${name} must not hold a NUL character`, 'invalid_query', { field: name });
  return value;
}

/** Unix seconds; clients send them as decimal strings. */
export function secondsField(query: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const text = textField(query, name);
  if (text === undefined) return undefined;
  if (/^[0-9]{1,12}$/.test(text)) return Number(text);
  throw new HttpFailure(400, `${name} must be Unix seconds`, 'invalid_query', { field: name });
}

/**
 * Where a cursor list goes on: an offset, 0 for the first page, -1 for past the end. A present but empty cursor is past the end, because
 * clients of this family that get '' as next cursor ask for it again and again. Source: protocol 9.1.
 */
export function cursorField(query: Readonly<Record<string, unknown>>): number {
  const value = query['next_cursor'];
  if (value === '') return -1;
  const offset = value === undefined || typeof value === 'string' ? decodeCursor(value) : undefined;
  if (offset !== undefined) return offset;
  throw new HttpFailure(
    400,
    'next_cursor must be a cursor of this list: next item should be greater than or equal to 0',
    'invalid_cursor',
  );
}

/** The market, and the token of it, that a list is narrowed to; undefined fields narrow nothing. */
export interface ListScope {
  readonly conditionId: string | undefined;
  readonly outcome: 0 | 1 | undefined;
}

/** `market` and `asset_id` of a list, which must both match when both are given; null when nothing can match. */
export function scopeFields(query: Readonly<Record<string, unknown>>, directory: MarketDirectory): ListScope | null {
  const assetId = textField(query, 'asset_id');
  const market = textField(query, 'market')?.toLowerCase();
  if (assetId === undefined) return { conditionId: market, outcome: undefined };
  const token = directory.byToken(assetId);
  if (token === undefined || (market !== undefined && market !== token.entry.conditionId)) return null;
  return { conditionId: token.entry.conditionId, outcome: token.outcome };
}
