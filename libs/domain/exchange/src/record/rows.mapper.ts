import type { SizeMicros, UnixMillis, UsdcMicros } from '@foretell/units';
import { sizeMicros, usdcMicros } from '../arithmetic';
import type { Level } from '../book/level-pool';
import type { Account } from '../ledger/account';
import { COLLATERAL } from '../ledger/holding-pool';
import type { Holding } from '../ledger/holding-pool';
import type { Market } from '../market/market';
import type { Order } from '../orders/order-pool';
import {
  Cell,
  Slot,
  Word,
  closeReasonIn,
  flagsIn,
  optional,
  orderTypeIn,
  outcomeIn,
  priceIn,
  sideIn,
  statusIn,
} from '../orders/order-slot';
import type { BalanceRow, LevelRow, MarketRow, OrderRow, QuoteRow } from '../rows';
import { unboxed } from '../slots';
import type { State } from '../state';

export function marketRow(market: Market): MarketRow {
  return {
    conditionId: market.conditionId,
    status: market.status,
    resolution: market.resolution,
    tickPips: market.tickPips,
    minimumSizeMicros: market.minimumSizeMicros,
    feeRateBps: market.feeRateBps,
    feeExponent: market.feeExponent,
    delayMillis: market.delayMillis,
    collateralMicros: usdcMicros(market.setsMicros),
    supply0Micros: sizeMicros(market.setsMicros),
    supply1Micros: sizeMicros(market.setsMicros),
    lastTradePips: market.lastTradePips,
    proposal: market.proposal,
  };
}

export function balanceRow({ accounts, markets, holdings }: State, holding: Holding): BalanceRow {
  const market = holdings.market(holding);
  return {
    wallet: (accounts[holdings.account(holding)] as Account).wallet,
    conditionId: market === COLLATERAL ? null : (markets[market] as Market).conditionId,
    outcome: holdings.outcome(holding),
    availableMicros: unboxed(holdings.availableMicros(holding)),
    lockedMicros: unboxed(holdings.lockedMicros(holding)),
  };
}

export function orderRow(state: State, order: Order): OrderRow {
  const { orders } = state;
  const { cells, words } = orders;
  const cell = order * Slot.cells;
  const traits = words[order * Slot.words + Word.traits] as number;
  return {
    orderId: orders.orderId(order),
    wallet: state.accountOf(order).wallet,
    conditionId: state.marketOf(order).conditionId,
    outcome: outcomeIn(traits),
    side: sideIn(traits),
    orderType: orderTypeIn(traits),
    pricePips: priceIn(traits),
    sizeMicros: unboxed(cells[cell + Cell.size] as SizeMicros),
    budgetMicros: optional(cells[cell + Cell.budget] as UsdcMicros),
    flags: flagsIn(traits),
    expiresAt: optional(cells[cell + Cell.expiresAt] as UnixMillis),
    acceptedAt: unboxed(cells[cell + Cell.acceptedAt] as UnixMillis),
    dueAt: orders.dueAt(order),
    priority: unboxed(cells[cell + Cell.priority] as number),
    filledMicros: unboxed(cells[cell + Cell.filled] as SizeMicros),
    filledUsdcMicros: unboxed(cells[cell + Cell.filledUsdc] as UsdcMicros),
    lockedMicros: unboxed(cells[cell + Cell.locked] as number),
    status: statusIn(traits),
    closeReason: closeReasonIn(traits),
  };
}

export function levelRow({ markets, levels }: State, level: Level): LevelRow {
  return {
    conditionId: (markets[levels.market(level)] as Market).conditionId,
    side: levels.isBid(level) ? 'bid' : 'ask',
    pricePips: levels.pricePips(level),
    sizeMicros: unboxed(levels.sizeMicros(level)),
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
