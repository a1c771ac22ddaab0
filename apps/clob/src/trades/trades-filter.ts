import { tradeNumberOf } from '@foretell/platform-nats/exchange-events';
import type { ListBuilderTradesQuery, ListTradesQuery } from '@foretell/contracts';
import type { MarketDirectory } from '../market-directory/market-directory';
import { listScope } from '../requests/list-scope';
import type { TradesFilter } from './trades.query';

const MICROS_PER_MILLI = 1_000;

/** The filters of all trade lists; null when nothing can match. Source: interface, Trading surface, rules 2 and 3. */
export function tradesFilter(
  query: ListTradesQuery | ListBuilderTradesQuery,
  directory: MarketDirectory,
  limit: number,
): Omit<TradesFilter, 'wallets'> | null {
  const { next_cursor: place, id, taker, maker, before, after } = query;
  const scope = listScope(query, directory);
  const tradeNumber = id === undefined ? undefined : tradeNumberOf(id);
  if (place.after < 0 || tradeNumber === null || scope === null) return null;
  return {
    ...scope,
    tradeNumber,
    taker,
    maker,
    party: 'maker_address' in query ? query.maker_address : undefined,
    beforeMillis: before === undefined ? undefined : Math.ceil(before / MICROS_PER_MILLI),
    afterMillis: after === undefined ? undefined : Math.floor(after / MICROS_PER_MILLI),
    beforeNumber: place.after,
    skip: place.skip,
    limit,
  };
}
