import { sizeMicros, usdcMicros } from '../arithmetic';
import type { Level } from '../book/level';
import type { Holding } from '../ledger/holding';
import type { Market } from '../market/market';
import type { Order } from '../orders/order';
import type { BalanceRow, LevelRow, MarketRow, OrderRow, QuoteRow } from '../rows';

export function marketRow(market: Market): MarketRow {
  return {
    conditionId: market.conditionId,
    status: market.status,
    resolution: market.resolution,
    tickPips: market.tickPips,
    minimumSizeMicros: market.minimumSizeMicros,
    takerFeeBps: market.takerFeeBps,
    delayMillis: market.delayMillis,
    collateralMicros: usdcMicros(market.setsMicros),
    supply0Micros: sizeMicros(market.setsMicros),
    supply1Micros: sizeMicros(market.setsMicros),
    lastTradePips: market.lastTradePips,
  };
}

export function balanceRow(holding: Holding): BalanceRow {
  return {
    wallet: holding.account.wallet,
    conditionId: holding.market === null ? null : holding.market.conditionId,
    outcome: holding.outcome,
    availableMicros: holding.availableMicros,
    lockedMicros: holding.lockedMicros,
  };
}

export function orderRow(order: Order): OrderRow {
  return {
    orderId: order.orderId,
    wallet: order.account.wallet,
    conditionId: order.market.conditionId,
    outcome: order.outcome,
    side: order.side,
    orderType: order.orderType,
    pricePips: order.pricePips,
    sizeMicros: order.sizeMicros,
    budgetMicros: order.budgetMicros,
    postOnly: order.postOnly,
    expiresAt: order.expiresAt,
    acceptedAt: order.acceptedAt,
    dueAt: order.dueAt,
    priority: order.priority,
    filledMicros: order.filledMicros,
    filledUsdcMicros: order.filledUsdcMicros,
    lockedMicros: order.lockedMicros,
    status: order.status,
    closeReason: order.closeReason,
  };
}

export function levelRow(level: Level): LevelRow {
  return {
    conditionId: level.side.market.conditionId,
    side: level.side.isBid ? 'bid' : 'ask',
    pricePips: level.pricePips,
    sizeMicros: level.sizeMicros,
  };
}

export function quoteRow(market: Market): QuoteRow {
  return {
    conditionId: market.conditionId,
    bestBidPips: market.bids.bestPips,
    bestAskPips: market.asks.bestPips,
    lastTradePips: market.lastTradePips,
  };
}
