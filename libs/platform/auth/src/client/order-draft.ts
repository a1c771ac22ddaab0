import { PIPS_PER_USDC, type PricePips, type SizeMicros, type UsdcMicros } from '@foretell/units';
import type { OrderSide } from '@foretell/signing';

export type DraftOrderType = 'GTC' | 'GTD' | 'FOK' | 'FAK';

/** What a trader wants, before salt, time and signature make it an order. */
export interface OrderDraft {
  readonly tokenId: string;
  readonly side: OrderSide;
  readonly orderType: DraftOrderType;
  readonly makerAmount: bigint;
  readonly takerAmount: bigint;
  readonly isNegRisk?: boolean;
  readonly postOnly?: boolean;
  /** Unix seconds; GTD only. */
  readonly expirationSeconds?: number;
}

const PIPS = BigInt(PIPS_PER_USDC);

/** So many shares at a price or better. Refuses, by RangeError, a size whose cost is no whole micro. */
export function limitDraft(order: {
  readonly tokenId: string;
  readonly side: OrderSide;
  readonly pricePips: PricePips;
  readonly sizeMicros: SizeMicros;
  readonly orderType?: DraftOrderType;
}): OrderDraft {
  const size = BigInt(order.sizeMicros);
  const scaled = size * BigInt(order.pricePips);
  if (scaled % PIPS !== 0n) throw new RangeError('the cost is no whole micro of a USDC: use sizes of at most two decimals');
  const cost = scaled / PIPS;
  const [makerAmount, takerAmount] = order.side === 'BUY' ? [cost, size] : [size, cost];
  return { tokenId: order.tokenId, side: order.side, orderType: order.orderType ?? 'GTC', makerAmount, takerAmount };
}

/**
 * A BUY that spends so many USDC at a worst price. The shares asked for are rounded down to a ten-thousandth, as published clients do, so
 * the implied price may lie a trifle off the tick. Source: protocol 5.
 */
export function spendDraft(order: {
  readonly tokenId: string;
  readonly spendMicros: UsdcMicros;
  readonly worstPips: PricePips;
  readonly orderType: 'FOK' | 'FAK';
}): OrderDraft {
  const shares = (BigInt(order.spendMicros) * PIPS) / BigInt(order.worstPips);
  return {
    tokenId: order.tokenId,
    side: 'BUY',
    orderType: order.orderType,
    makerAmount: BigInt(order.spendMicros),
    takerAmount: shares - (shares % 100n),
  };
}
