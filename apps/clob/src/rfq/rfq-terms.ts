import type { CreateRfqRequest } from '@foretell/contracts';
import type { MarketRow, Side } from '@foretell/exchange';
import {
  complementPips,
  exactPips,
  formatPips,
  parseSizeMicros,
  parseUsdcMicros,
  pricePips,
  type PricePips,
  type SizeMicros,
  type UsdcMicros,
} from '@foretell/units';
import type { MarketDirectory, MarketEntry } from '../market-directory/market-directory';
import { rejection, unknownToken } from '../orders/order-refusal';
import { refusal } from './rfq-failures';

/** What one side is to trade. */
export interface RfqTerms {
  readonly entry: MarketEntry;
  readonly outcome: 0 | 1;
  readonly side: Side;
  readonly pricePips: PricePips;
  readonly sizeMicros: SizeMicros;
  readonly usdcMicros: UsdcMicros;
}

const USDC = '0';
const WITHOUT_ORDERS = { paused: 'market_not_accepting', closed: 'market_closed', resolved: 'market_resolved' } as const;

/**
 * The terms that the assets and amounts name. Throws 400 for what no order could say, by the names that an order is refused
 * with: an unknown token, a market that takes no orders, a price off the tick, a size below the minimum.
 */
export function termsOf(amounts: CreateRfqRequest, directory: MarketDirectory): RfqTerms {
  const isBuy = amounts.assetOut === USDC;
  const tokenId = isBuy ? amounts.assetIn : amounts.assetOut;
  const token = isBuy === (amounts.assetIn === USDC) ? undefined : directory.byToken(tokenId);
  if (token === undefined) throw refusal(unknownToken(tokenId));
  const size = parseSizeMicros(isBuy ? amounts.amountIn : amounts.amountOut);
  const usdc = parseUsdcMicros(isBuy ? amounts.amountOut : amounts.amountIn);
  if (!size.ok || !usdc.ok) throw refused('size_too_large', {});
  const { market } = token.entry;
  const { tickPips, minimumSizeMicros, status } = market;
  if (status !== 'active') throw refused(WITHOUT_ORDERS[status], { status });
  const pips = exactPips(usdc.value, size.value);
  if (pips === undefined) throw refused('price_off_tick', { tickPips });
  requirePrice(pips, market);
  if (size.value < minimumSizeMicros) {
    throw refused('size_too_small', { sizeMicros: size.value, minimumMicros: minimumSizeMicros });
  }
  const side = isBuy ? 'BUY' : 'SELL';
  return { ...token, side, pricePips: pips, sizeMicros: size.value, usdcMicros: usdc.value };
}

function requirePrice(pips: PricePips, { tickPips }: Pick<MarketRow, 'tickPips'>): void {
  const maximumPips = 10_000 - tickPips;
  if (pips < tickPips || pips > maximumPips)
    throw refused('invalid_price', { pricePips: pips, minimumPips: tickPips, maximumPips });
  if (pips % tickPips !== 0) throw refused('price_off_tick', { pricePips: pips, tickPips });
}

function refused(reason: Parameters<typeof rejection>[1]['reason'], details: Readonly<Record<string, number | string>>) {
  const shown = 'pricePips' in details ? formatPips(pricePips(Number(details['pricePips']))) : '';
  const { code, details: said } = rejection('', { type: 'rejected', reason, details }, shown, '');
  return refusal({ error: TEXTS[reason] ?? reason, code, ...(said === undefined ? {} : { details: said }) });
}

/** As those of orders, without the id of one. */
const TEXTS: Readonly<Record<string, string>> = {
  market_not_accepting: 'the market is not yet ready to process new orders',
  market_closed: 'the market is closed',
  market_resolved: 'the market is resolved',
  invalid_price: 'the price is not between the tick and 1 less the tick',
  price_off_tick: 'the price breaks the minimum tick size rule',
  size_too_large: 'the size is larger than the maximum',
  size_too_small: 'the size is lower than the minimum',
};

/** The price of the same trade in the token that the other side names. */
export function priceIn(outcome: 0 | 1, terms: Pick<RfqTerms, 'outcome' | 'pricePips'>): PricePips {
  return outcome === terms.outcome ? terms.pricePips : complementPips(terms.pricePips);
}

/** Two sides trade with each other when one raises the price of outcome 0 and the other lowers it. */
export function isOpposite(a: Pick<RfqTerms, 'outcome' | 'side'>, b: Pick<RfqTerms, 'outcome' | 'side'>): boolean {
  return isBid(a) !== isBid(b);
}

function isBid({ outcome, side }: Pick<RfqTerms, 'outcome' | 'side'>): boolean {
  return (outcome === 0) === (side === 'BUY');
}
