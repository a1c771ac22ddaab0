import {
  PIPS_PER_USDC,
  parsePriceDecimal,
  parseSizeDecimal,
  parseUsdcDecimal,
  type Parsed,
  type PricePips,
  type SizeMicros,
} from '@foretell/units';
import type { OrderSide } from '@foretell/signing';

export type OrderType = 'GTC' | 'GTD' | 'FOK' | 'FAK';

/** What beside price and size an order may carry. */
export interface OrderExtras {
  /** The market's neg-risk flag: it decides which exchange contract the order is signed for. */
  readonly isNegRisk?: boolean;
  readonly postOnly?: boolean;
  /** Unix seconds; GTD only, and needed there. */
  readonly expirationSeconds?: number;
  /** The builder that brought the order: 0x and 64 hex digits, signed with it. */
  readonly builder?: string;
}

/** What a trader wants, before salt, time and signature make it an order. Amounts are micros: of USDC and of shares. */
export interface OrderDraft extends OrderExtras {
  readonly tokenId: string;
  readonly side: OrderSide;
  readonly orderType: OrderType;
  readonly makerAmount: bigint;
  readonly takerAmount: bigint;
}

export interface LimitOrder extends OrderExtras {
  readonly tokenId: string;
  readonly side: OrderSide;
  /** USDC per share, decimal with at most four places, between 0 and 1: "0.42". */
  readonly price: string;
  /** Shares, decimal: "12.5". */
  readonly size: string;
  /** GTC when absent. */
  readonly orderType?: OrderType;
}

export interface MarketBuy extends OrderExtras {
  readonly tokenId: string;
  /** USDC to spend, decimal: "25". */
  readonly spend: string;
  /** The highest price that is taken: "0.58". */
  readonly worstPrice: string;
  /** All or nothing, or what there is. */
  readonly orderType: 'FOK' | 'FAK';
}

const PIPS = BigInt(PIPS_PER_USDC);
/** A market order asks for whole ten-thousandths of a share. */
const SHARE_STEP_MICROS = 100n;

/**
 * So many shares at a price or better. Throws RangeError for what is no price or size, and for a size whose cost is no whole
 * micro.
 */
export function limitOrder({ tokenId, side, price, size, orderType = 'GTC', ...extras }: LimitOrder): OrderDraft {
  const shares = BigInt(accepted('size', size, parseSizeDecimal(size)));
  const cost = costOf(shares, accepted('price', price, parsePriceDecimal(price)));
  const [makerAmount, takerAmount] = side === 'BUY' ? [cost, shares] : [shares, cost];
  return { ...extras, tokenId, side, orderType, makerAmount, takerAmount };
}

/**
 * A BUY that spends so many USDC at a worst price. The shares asked for are rounded down to a ten-thousandth, as published
 * clients do, so the implied price may lie a trifle off the tick.
 */
export function marketBuy({ tokenId, spend, worstPrice, orderType, ...extras }: MarketBuy): OrderDraft {
  const makerAmount = BigInt(accepted('spend', spend, parseUsdcDecimal(spend)));
  const shares = (makerAmount * PIPS) / BigInt(accepted('worstPrice', worstPrice, parsePriceDecimal(worstPrice)));
  return { ...extras, tokenId, side: 'BUY', orderType, makerAmount, takerAmount: shares - (shares % SHARE_STEP_MICROS) };
}

function costOf(shares: bigint, price: PricePips): bigint {
  const scaled = shares * BigInt(price);
  if (scaled % PIPS !== 0n) throw new RangeError('the cost is no whole micro of a USDC: use sizes of at most two decimals');
  return scaled / PIPS;
}

function accepted<T extends SizeMicros | PricePips | number>(name: string, given: string, parsed: Parsed<T>): T {
  if (!parsed.ok) throw new RangeError(`${name} ${JSON.stringify(given)} is ${parsed.reason.replaceAll('_', ' ')}`);
  return parsed.value;
}
