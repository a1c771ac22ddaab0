import { tradeNumberOf } from '../engine/trade-id';
import type { MarketDirectory } from '../markets/market-directory';
import { cursorField, secondsField, textField } from '../orders/query-fields';
import type { TradesFilter } from './trades.query';

/** The filters that all trade lists take; null when nothing can match. Source: interface, Trading surface, rules 2 and 3. */
export function tradesFilter(
  query: Readonly<Record<string, unknown>>,
  directory: MarketDirectory,
  limit: number,
): Omit<TradesFilter, 'wallets'> | null {
  const offset = cursorField(query);
  const assetId = textField(query, 'asset_id');
  const token = assetId === undefined ? undefined : directory.byToken(assetId);
  const market = textField(query, 'market')?.toLowerCase();
  const id = textField(query, 'id');
  const tradeNumber = id === undefined ? undefined : tradeNumberOf(id);
  const before = secondsField(query, 'before');
  const after = secondsField(query, 'after');
  if (tradeNumber === null) return null;
  if (offset < 0 || (assetId !== undefined && (token === undefined || (market ?? token.entry.conditionId) !== token.entry.conditionId))) return null;
  return {
    tradeNumber,
    taker: textField(query, 'taker')?.toLowerCase(),
    maker: (textField(query, 'maker') ?? textField(query, 'maker_address'))?.toLowerCase(),
    conditionId: token?.entry.conditionId ?? market,
    outcome: token?.outcome,
    beforeMillis: before === undefined ? undefined : before * 1_000,
    // Strictly after the second: its own milliseconds belong to it.
    afterMillis: after === undefined ? undefined : after * 1_000 + 999,
    beforeNumber: offset,
    limit,
  };
}
