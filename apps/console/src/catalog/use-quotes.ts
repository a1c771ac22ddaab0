import type { LastTradeRecord, PublicMarketFields } from '@foretell/contracts';
import { useMemo } from 'react';
import { useSite } from '../config/site-context';
import { useResources } from '../live/use-resources';
import { outcomesOf } from './outcomes';
import { lastTradeAddresses, priceAddresses } from './quote-addresses';
import type { Quote } from './shown-price';

/** Interval at which a list's prices are refreshed; a stream for each of its books would be too expensive. */
const REFRESH_MILLIS = 3_000;
const LAST_REFRESH_MILLIS = 15_000;

/** What a buyer pays and a seller gets, by token. */
type Prices = Readonly<Record<string, { readonly BUY?: string; readonly SELL?: string }>>;

/** Quotes of markets' first outcomes by condition id; the second outcome's is the opposite. */
export interface UsedQuotes {
  readonly quotes: ReadonlyMap<string, Quote>;
  readonly isStale: boolean;
  /** Whether every price has been loaded once. */
  readonly isKnown: boolean;
}

/** Current prices of a list's open markets, refreshed while they are displayed. */
export function useQuotes(markets: readonly PublicMarketFields[]): UsedQuotes {
  const site = useSite();
  const open = markets.flatMap((market) => {
    const [first] = outcomesOf(market);
    return market.closed || first === undefined ? [] : [{ conditionId: market.conditionId, tokenId: first.tokenId }];
  });
  const tokens = open.map(({ tokenId }) => tokenId);
  const prices = useResources<Prices>(priceAddresses(site, tokens), REFRESH_MILLIS);
  const trades = useResources<readonly LastTradeRecord[]>(lastTradeAddresses(site, tokens), LAST_REFRESH_MILLIS);
  const names = open.map(({ conditionId, tokenId }) => `${conditionId} ${tokenId}`).join('\n');
  const quotes = useMemo(
    () => quotesOf(names === '' ? [] : names.split('\n'), prices.answers, trades.answers),
    [names, prices.answers, trades.answers],
  );
  const isKnown = [...prices.answers, ...trades.answers].every((answer) => answer !== undefined);
  return { quotes, isStale: prices.isStale || trades.isStale, isKnown };
}

function quotesOf(
  names: readonly string[],
  prices: readonly (Prices | undefined)[],
  trades: readonly (readonly LastTradeRecord[] | undefined)[],
): ReadonlyMap<string, Quote> {
  const offers: Prices = Object.assign({}, ...prices.filter((each) => each !== undefined)) as Prices;
  const lasts = new Map(trades.flatMap((each) => each ?? []).map(({ token_id: id, price }) => [id, price]));
  return new Map(
    names.map((name) => {
      const [conditionId = '', tokenId = ''] = name.split(' ');
      const { BUY: ask = null, SELL: bid = null } = offers[tokenId] ?? {};
      return [conditionId, { bid, ask, last: lasts.get(tokenId) ?? null }] as const;
    }),
  );
}
