import type { CreateRfqRequest } from '@foretell/contracts';
import { brokenLimit, type Side } from '@foretell/exchange';
import {
  complementPips,
  exactPips,
  formatMicros,
  formatPips,
  parseSizeMicros,
  parseUsdcMicros,
  type PricePips,
  type SizeMicros,
  type UsdcMicros,
} from '@foretell/units';
import type { MarketDirectory, MarketEntry } from '../market-directory/market-directory';
import { rejection, tooLarge, unknownToken } from '../orders/order-refusal';
import { pricedOffTick } from '../orders/order-terms';
import { refusal } from './rfq-failures';

/** The terms of one side. */
export interface RfqTerms {
  readonly entry: MarketEntry;
  readonly outcome: 0 | 1;
  readonly side: Side;
  readonly pricePips: PricePips;
  readonly sizeMicros: SizeMicros;
  readonly usdcMicros: UsdcMicros;
}

const USDC = '0';
/** Subject of refusal texts: requests and quotes have no order id. */
const OFFER = 'the offer';

/**
 * The terms that the assets and amounts name. Throws 400 for terms that an order would be refused for: an unknown token, a
 * market that accepts no orders, a price off the tick, a size below the minimum.
 */
export function termsOf(amounts: CreateRfqRequest, directory: MarketDirectory): RfqTerms {
  const isBuy = amounts.assetOut === USDC;
  const tokenId = isBuy ? amounts.assetIn : amounts.assetOut;
  const token = isBuy === (amounts.assetIn === USDC) ? undefined : directory.byToken(tokenId);
  if (token === undefined) throw refusal(unknownToken(tokenId));
  const [sizeField, usdcField] = isBuy ? (['amountIn', 'amountOut'] as const) : (['amountOut', 'amountIn'] as const);
  const [size, usdc] = [parseSizeMicros(amounts[sizeField]), parseUsdcMicros(amounts[usdcField])];
  if (!size.ok) throw refusal(tooLarge(sizeField, sizeField));
  if (!usdc.ok) throw refusal(tooLarge(usdcField, usdcField));
  const { market } = token.entry;
  const pricePips = exactPips(usdc.value, size.value);
  if (pricePips === undefined) {
    throw refusal(pricedOffTick(OFFER, { collateralMicros: usdc.value, sizeMicros: size.value }, market.tickPips));
  }
  const broken = brokenLimit(market, pricePips, size.value);
  if (broken !== null) throw refusal(rejection(OFFER, broken, formatPips(pricePips), formatMicros(size.value)));
  return { ...token, side: isBuy ? 'BUY' : 'SELL', pricePips, sizeMicros: size.value, usdcMicros: usdc.value };
}

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
