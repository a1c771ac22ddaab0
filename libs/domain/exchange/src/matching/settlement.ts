import type { SizeMicros, UsdcMicros } from '@foretell/units';
import type { FillKind } from '../event';
import type { Order } from '../orders/order-pool';
import type { State } from '../state';

/** One side of a fill: the amount that its order pays (BUY) or receives (SELL), and its fee, added or deducted. */
export interface Party {
  readonly order: Order;
  readonly usdc: UsdcMicros;
  readonly fee: UsdcMicros;
}

/**
 * Moves the collateral and shares of one fill: buyers pay from their locked collateral, sellers give locked shares. Mint and
 * merge create and destroy complete sets. Rounding remainders and fees are collected. Throws when the payments do not cover the
 * receipts: that would create money. Source: interface, Funds.
 */
export function settle(state: State, kind: FillKind, taker: Party, maker: Party, size: SizeMicros): void {
  const market = state.marketOf(taker.order);
  const setsMade = kind === 'mint' ? size : kind === 'merge' ? -size : 0;
  const leftOver = move(state, taker, size) + move(state, maker, size) - setsMade;
  if (leftOver < 0) throw new Error(`A ${kind} of ${size} micros lacks ${-leftOver} micros of collateral.`);
  market.setsMicros += setsMade;
  state.feesMicros += leftOver;
}

/** Returns what the party paid in: positive for a buyer, negative for a seller. */
function move(state: State, party: Party, size: SizeMicros): number {
  const { order, usdc, fee } = party;
  const { orders, holdings, log } = state;
  const { collateral } = state.accountOf(order);
  const tokens = orders.tokens(order);
  log.holding(collateral);
  log.holding(tokens);
  if (orders.isBuy(order)) {
    const cost = usdc + fee;
    holdings.spend(collateral, cost);
    orders.setLocked(order, orders.lockedMicros(order) - cost);
    holdings.give(tokens, size);
    return cost;
  }
  holdings.spend(tokens, size);
  orders.setLocked(order, orders.lockedMicros(order) - size);
  holdings.give(collateral, usdc - fee);
  return fee - usdc;
}
