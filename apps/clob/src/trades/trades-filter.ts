import { tradeNumberOf } from '../engine/trade-id';
import type { MarketDirectory } from '../market-directory/market-directory';
import { cursorField, scopeFields, secondsField, textField } from '../requests/query-fields';
import type { TradesFilter } from './trades.query';

/** The filters that all trade lists take; null when nothing can match. Source: interface, Trading surface, rules 2 and 3. */
export function tradesFilter(
  query: Readonly<Record<string, unknown>>,
  directory: MarketDirectory,
  limit: number,
): Omit<TradesFilter, 'wallets'> | null {
  const offset = cursorField(query);
  const scope = scopeFields(query, directory);
  const id = textField(query, 'id');
  const tradeNumber = id === undefined ? undefined : tradeNumberOf(id);
  const before = secondsField(query, 'before');
  const after = secondsField(query, 'after');
  if (offset < 0 || tradeNumber === null || scope === null) return null;
  return {
    ...scope,
    tradeNumber,
    taker: textField(query, 'taker')?.toLowerCase(),
    maker: (textField(query, 'maker') ?? textField(query, 'maker_address'))?.toLowerCase(),
    beforeMillis: before === undefined ? undefined : before * 1_000,
    // Strictly after the second: its own milliseconds belong to it.
    afterMillis: after === undefined ? undefined : after * 1_000 + 999,
    beforeNumber: offset,
    limit,
  };
}
