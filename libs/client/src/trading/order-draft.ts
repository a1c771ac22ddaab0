import {
  PIPS_PER_USDC,
  parsePriceDecimal,
  parseSizeDecimal,
  parseUsdcDecimal,
  type Parsed,
  type PricePips,
  type SizeMicros,
} from '@foretell/units';
import type { PlaceOrderItem } from '@foretell/contracts';
import type { OrderSide } from '@foretell/signing';

export type OrderType = 'GTC' | 'GTD' | 'FOK' | 'FAK';

/** Optional fields of an order; its flags are those of the request. */
export interface OrderExtras extends Readonly<Omit<PlaceOrderItem, 'order' | 'orderType' | 'owner'>> {
  /** The market's neg-risk flag. It decides for which exchange contract the order is signed. */
  readonly isNegRisk?: boolean;
  /** Unix seconds; required for GTD, invalid otherwise. */
  readonly expirationSeconds?: number;
  /** The builder that brought the order, signed with it: 0x and 64 hex digits. */
  readonly builder?: string;
}

/** The terms of an order before salt, time and signature are added. Amounts are micros of USDC and of shares. */
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
  /** USDC per share, between 0 and 1, a decimal with at most four places: "0.42". */
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
  /** The highest acceptable price: "0.58". */
  readonly worstPrice: string;
  /** FOK fills completely or not at all; FAK fills what is available. */
  readonly orderType: 'FOK' | 'FAK';
}

const PIPS = BigInt(PIPS_PER_USDC);
/** A market order requests multiples of a ten-thousandth of a share. */
const SHARE_STEP_MICROS = 100n;

/**
 * An order for a number of shares at a price or better. Throws RangeError for an invalid price or size, and when the cost is not
 * an integer of micros.
 */
export function limitOrder({ tokenId, side, price, size, orderType = 'GTC', ...extras }: LimitOrder): OrderDraft {
  const shares = BigInt(accepted('size', size, parseSizeDecimal(size)));
  const cost = costOf(shares, accepted('price', price, parsePriceDecimal(price)));
  const [makerAmount, takerAmount] = side === 'BUY' ? [cost, shares] : [shares, cost];
  return { ...extras, tokenId, side, orderType, makerAmount, takerAmount };
}

/**
 * A BUY that spends an amount of USDC up to a worst price. The shares are rounded down to a ten-thousandth, as published clients
 * do, so the implied price may be slightly off the tick.
 */
export function marketBuy({ tokenId, spend, worstPrice, orderType, ...extras }: MarketBuy): OrderDraft {
  const makerAmount = BigInt(accepted('spend', spend, parseUsdcDecimal(spend)));
  const shares = (makerAmount * PIPS) / BigInt(accepted('worstPrice', worstPrice, parsePriceDecimal(worstPrice)));
  return { ...extras, tokenId, side: 'BUY', orderType, makerAmount, takerAmount: shares - (shares % SHARE_STEP_MICROS) };
}

function costOf(shares: bigint, price: PricePips): bigint {
  const scaled = shares * BigInt(price);
  if (scaled % PIPS !== 0n)
    throw new RangeError('the cost is not a whole number of micro USDC: use sizes with at most two decimals');
  return scaled / PIPS;
}

function accepted<T extends SizeMicros | PricePips | number>(name: string, given: string, parsed: Parsed<T>): T {
  if (!parsed.ok) throw new RangeError(`${name} ${JSON.stringify(given)} is ${parsed.reason.replaceAll('_', ' ')}`);
  return parsed.value;
}
