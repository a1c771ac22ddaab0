import { tradeNumberOf } from '../engine/trade-id';
import type { ListTradesQuery } from '@foretell/contracts';
import type { MarketDirectory } from '../market-directory/market-directory';
import { listScope } from '../requests/list-scope';
import type { TradesFilter } from './trades.query';

/** The filters that all trade lists take; null when nothing can match. Source: interface, Trading surface, rules 2 and 3. */
export function tradesFilter(
  query: ListTradesQuery,
  directory: MarketDirectory,
  limit: number,
): Omit<TradesFilter, 'wallets'> | null {
  const { next_cursor: offset, id, taker, maker, maker_address: makerAddress, before, after } = query;
  const scope = listScope(query, directory);
  const tradeNumber = id === undefined ? undefined : tradeNumberOf(id);
  if (offset < 0 || tradeNumber === null || scope === null) return null;
  return {
    ...scope,
    tradeNumber,
    taker,
    maker: maker ?? makerAddress,
    beforeMillis: before === undefined ? undefined : before * 1_000,
    // Strictly after the second: its own milliseconds belong to it.
    afterMillis: after === undefined ? undefined : after * 1_000 + 999,
    beforeNumber: offset,
    limit,
  };
}
