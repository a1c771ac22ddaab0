import { textOf, fieldsOf, type Fields } from './answer';
import type { TestOrder } from './signed-order';
import type { Trader } from './trader';

export type Offer = Pick<TestOrder, 'tokenId' | 'side' | 'pips' | 'shares' | 'version' | 'maker' | 'signatureType'>;

/** The body of POST /rfq/request, built from a price and a size like the published clients do. */
export function amountsOf({ tokenId, side, pips, shares }: Offer): Fields {
  const [size, usdc] = [String(shares * 1_000_000), String(pips * shares * 100)];
  return side === 'BUY'
    ? { assetIn: tokenId, assetOut: '0', amountIn: size, amountOut: usdc, userType: 0 }
    : { assetIn: '0', assetOut: tokenId, amountIn: usdc, amountOut: size, userType: 0 };
}

let written = 0;

/** The same in bytes that no other body has: equal bytes of one second are one request. */
export function freshAmountsOf(offer: Offer): Fields {
  return { ...amountsOf(offer), number: ++written };
}

export async function requested(trader: Trader, offer: Offer): Promise<string> {
  return textOf(fieldsOf(await trader.ok('POST', '/rfq/request', freshAmountsOf(offer)))['requestId']);
}

export async function quoted(trader: Trader, requestId: string, offer: Offer): Promise<string> {
  return textOf(fieldsOf(await trader.ok('POST', '/rfq/quote', { requestId, ...freshAmountsOf(offer) }))['quoteId']);
}

/** The body of an accept or an approval: a signed order with the ids in the same object, its numbers as numbers. */
export function signedOffer(trader: Trader, ids: { requestId: string; quoteId: string }, offer: Offer): Fields {
  return offerOf(ids, trader.sign(offer).item);
}

/** The same of an item of POST /orders. */
export function offerOf(ids: { requestId: string; quoteId: string }, item: Fields): Fields {
  return { ...ids, owner: item['owner'], ...fieldsOf(item['order']), expiration: 0 };
}
