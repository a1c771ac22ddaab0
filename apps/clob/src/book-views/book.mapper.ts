import { createHash } from 'node:crypto';
import type { BookLevelRecord, OrderBookSummary } from '@foretell/contracts';
import { formatMicros, formatPips, microsToNumber, pricePips, sizeMicros, tickPips, usdcMicros } from '@foretell/units';
import type { MarketEntry } from '../market-directory/market-directory';
import type { BookView, Level } from './book-view';

/**
 * A token's book in the format of public clients. The hash is the SHA-1 of the compact JSON with an empty hash, in this order of
 * fields, so that a client can check its copy. With a side only that one is filled: BUY the bids, SELL the asks. Source: protocol
 * 10.
 */
export function bookSummary(market: MarketEntry, outcome: 0 | 1, view: BookView, side?: 'BUY' | 'SELL'): OrderBookSummary {
  const { bids, asks, lastTradePips, atMillis } = view.token(outcome);
  const summary = {
    market: market.conditionId,
    asset_id: market.tokenIds[outcome],
    timestamp: String(atMillis),
    hash: '',
    bids: side === 'SELL' ? [] : bids.map(levelRecord),
    asks: side === 'BUY' ? [] : asks.map(levelRecord),
    min_order_size: formatMicros(market.market.minimumSizeMicros),
    tick_size: formatPips(tickPips(market.market.tickPips)),
    neg_risk: market.negRisk,
    last_trade_price: lastTradePips === null ? '' : formatPips(pricePips(lastTradePips)),
  };
  return { ...summary, hash: createHash('sha1').update(JSON.stringify(summary)).digest('hex') };
}

function levelRecord({ pricePips: price, sizeMicros: size }: Level): BookLevelRecord {
  return { price: formatPips(pricePips(price)), size: formatMicros(sizeMicros(size)) };
}

/** Half way between best bid and best ask, without trailing zeros; null when one of them is missing. */
export function midpoint(view: BookView, outcome: 0 | 1): string | null {
  const { bidPips, askPips } = view.best(outcome);
  return bidPips === null || askPips === null ? null : halfPips(bidPips + askPips);
}

/** Half a number of pips as a decimal: a half pip is 50 micros. */
export function halfPips(doublePips: number): string {
  return formatMicros(usdcMicros(doublePips * 50));
}

/**
 * The price shown for a token, as a JSON number: payout once resolved, else midpoint, else last trade here, else the final price
 * according to the catalog's source, else 0.5.
 */
export function displayPrice(market: MarketEntry, outcome: 0 | 1, view: BookView): number {
  const { resolution } = market.market;
  if (resolution !== null) return resolution === 'half' ? 0.5 : resolution === (outcome === 0 ? 'outcome0' : 'outcome1') ? 1 : 0;
  const middle = midpoint(view, outcome);
  if (middle !== null) return Number(middle);
  const last = view.lastTrade(outcome);
  if (last !== null) return Number(formatPips(pricePips(last)));
  const closing = market.sourceWord.closingPricesMicros;
  return closing === undefined ? 0.5 : microsToNumber(usdcMicros(closing[outcome]));
}
