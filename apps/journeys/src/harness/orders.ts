import { limitOrder, type OrderDraft } from '@foretell/client';
import type { OpenMarket } from './reads';

/** A limit order in a test's terms: a number of shares of an outcome at a price in cents. */
export function limit(
  { tokenIds, isNegRisk }: OpenMarket,
  side: 'BUY' | 'SELL',
  outcome: 0 | 1,
  shares: number,
  cents: number,
  orderType: OrderDraft['orderType'] = 'GTC',
): OrderDraft {
  const price = (cents / 100).toFixed(2);
  return limitOrder({ tokenId: tokenIds[outcome], side, price, size: String(shares), orderType, isNegRisk });
}
