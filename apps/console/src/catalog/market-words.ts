import type { PublicMarketFields } from '@foretell/contracts';
import { outcomesOf } from './outcomes';
import { shownPrice, type Quote } from './shown-price';

/** A market among several has a short name within its event, if its source provides one. */
export function shortName(market: PublicMarketFields): string {
  const short: unknown = Reflect.get(market, 'groupItemTitle');
  return typeof short === 'string' && short !== '' ? short : market.question;
}

/** Label of the outcome that a resolved market pays; null before, and if both are worth a half. */
export function winnerOf(market: PublicMarketFields): string | null {
  if (!market.closed) return null;
  return outcomesOf(market).find(({ price }) => Number(price) === 1)?.label ?? null;
}

/** Whether the outcomes are Yes and No, so that the market's name explains a Yes. */
export function isYesNo(market: PublicMarketFields): boolean {
  return outcomesOf(market)
    .map(({ label }) => label.toLowerCase())
    .every((label, at) => label === ['yes', 'no'][at]);
}

/** A change of the price in 24 hours, in dollars; null where the catalog has none. */
export function dayChange(market: PublicMarketFields): number | null {
  const change: unknown = Reflect.get(market, 'oneDayPriceChange');
  return typeof change === 'number' && change !== 0 ? change : null;
}

/** Open markets before closed ones, then by price, best first, then in the catalog's order. */
export function byPrice(
  markets: readonly PublicMarketFields[],
  quoteOf: (market: PublicMarketFields) => Quote = listedQuote,
): readonly PublicMarketFields[] {
  const rankOf = (market: PublicMarketFields): number => (market.closed ? -2 : Number(shownPrice(quoteOf(market)).price ?? -1));
  return [...markets].sort((one, other) => rankOf(other) - rankOf(one));
}

/** The catalog's quote, which may be a few seconds old; only for sorting. */
function listedQuote({ bestBid, bestAsk, lastTradePrice }: PublicMarketFields): Quote {
  return {
    bid: bestBid === undefined ? null : String(bestBid),
    ask: bestAsk === 1 ? null : String(bestAsk),
    last: lastTradePrice === undefined ? null : String(lastTradePrice),
  };
}
