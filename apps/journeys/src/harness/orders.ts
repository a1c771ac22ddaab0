import { limitDraft, type OrderDraft } from '@foretell/platform-auth';
import { MICROS_PER_UNIT, pricePips, sizeMicros } from '@foretell/units';
import type { OpenMarket } from './reads';

const PIPS_PER_CENT = 100;

/** A limit order in a journey's words: so many shares of an outcome at so many cents. */
export function limit(
  market: OpenMarket,
  side: 'BUY' | 'SELL',
  outcome: 0 | 1,
  shares: number,
  cents: number,
  orderType: OrderDraft['orderType'] = 'GTC',
): OrderDraft {
  const draft = limitDraft({
    tokenId: market.tokenIds[outcome],
    side,
    pricePips: pricePips(cents * PIPS_PER_CENT),
    sizeMicros: sizeMicros(shares * MICROS_PER_UNIT),
    orderType,
  });
  return { ...draft, isNegRisk: market.isNegRisk };
}
