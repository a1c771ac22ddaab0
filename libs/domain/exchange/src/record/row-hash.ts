import type { OrderType, Resolution } from '../command';
import type { MarketStatus } from '../fact';
import type { Holding } from '../ledger/holding';
import type { Market } from '../market/market';
import type { Order } from '../orders/order';
import type { TotalsRow } from '../rows';
import { RowHasher, textKey } from './state-hash';
import type { Counted } from './state-hash';

const MARKET_STATUS: Record<MarketStatus, number> = { active: 1, paused: 2, closed: 3, resolved: 4 };
const RESOLUTION: Record<Resolution, number> = { outcome0: 1, outcome1: 2, half: 3 };
const ORDER_TYPE: Record<OrderType, number> = { GTC: 1, GTD: 2, FOK: 3, FAK: 4 };

const enum Kind {
  market = 1,
  balance = 2,
  order = 3,
  totals = 4,
}

type Digest = Pick<Counted, 'hashLeft' | 'hashRight'>;

const hasher = new RowHasher();

export function hashMarket(market: Market, digest: Digest): void {
  hasher
    .start(Kind.market)
    .word(market.hashKey)
    .word(MARKET_STATUS[market.status])
    .word(market.resolution === null ? 0 : RESOLUTION[market.resolution])
    .number(market.tickPips)
    .number(market.minimumSizeMicros)
    .number(market.takerFeeBps)
    .number(market.delayMillis)
    .number(market.setsMicros)
    .optional(market.lastTradePips)
    .writeTo(digest);
}

export function hashHolding(holding: Holding, digest: Digest): void {
  hasher
    .start(Kind.balance)
    .word(holding.account.hashKey)
    .word(holding.market === null ? 0 : holding.market.hashKey)
    .word(holding.outcome === null ? 2 : holding.outcome)
    .number(holding.availableMicros)
    .number(holding.lockedMicros)
    .writeTo(digest);
}

export function hashOrder(order: Order, digest: Digest): void {
  if (order.hashKey === 0) order.hashKey = fixedPartOf(order);
  hasher
    .start(Kind.order)
    .word(order.hashKey)
    .word(order.status === 'delayed' ? 1 : 0)
    .number(order.priority)
    .number(order.filledMicros)
    .number(order.filledUsdcMicros)
    .number(order.lockedMicros)
    .writeTo(digest);
}

function fixedPartOf(order: Order): number {
  const flags = (order.outcome << 2) | (order.isBuy ? 2 : 0) | (order.postOnly ? 1 : 0);
  hasher
    .start(Kind.order)
    .word(textKey(order.orderId))
    .word(order.account.hashKey)
    .word(order.market.hashKey)
    .word((ORDER_TYPE[order.orderType] << 3) | flags)
    .number(order.pricePips)
    .number(order.sizeMicros)
    .optional(order.budgetMicros)
    .optional(order.expiresAt)
    .optional(order.dueAt)
    .number(order.acceptedAt);
  return hasher.key();
}

export function hashTotals(totals: TotalsRow, digest: Digest): void {
  hasher
    .start(Kind.totals)
    .number(totals.creditedMicros)
    .number(totals.debitedMicros)
    .number(totals.feesMicros)
    .number(totals.tradeNumber)
    .number(totals.priority)
    .number(totals.at)
    .writeTo(digest);
}
