import { costCeil } from '../arithmetic';
import type { Holding } from '../ledger/holding';
import type { Market } from '../market/market';
import type { Order } from '../orders/order';
import type { State } from '../state';

/** Throws with a sentence at the first invariant that does not hold. Source: decisions, Funds (conservation). */
export function checkState(state: State): void {
  let owned = state.feesMicros;
  const locked = new Map<Holding, number>();
  for (const account of state.allAccounts()) {
    owned += account.collateral.totalMicros;
    locked.set(account.collateral, 0);
  }
  for (const market of state.markets.values()) {
    owned += market.setsMicros;
    checkSupply(market, locked);
    checkBook(market);
  }
  const supposed = state.creditedMicros - state.debitedMicros;
  ensure(owned === supposed, `Credits less debits are ${supposed} micros, but ${owned} are accounted for.`);
  for (const order of state.orders.open()) checkOrder(order, locked);
  for (const [holding, micros] of locked) checkLock(holding, micros);
}

function checkSupply(market: Market, locked: Map<Holding, number>): void {
  let supply0 = 0;
  let supply1 = 0;
  for (const { outcome0, outcome1 } of market.holders()) {
    supply0 += outcome0.totalMicros;
    supply1 += outcome1.totalMicros;
    locked.set(outcome0, 0);
    locked.set(outcome1, 0);
  }
  const isBacked = supply0 === market.setsMicros && supply1 === market.setsMicros;
  ensure(isBacked, `Market ${market.conditionId} holds ${market.setsMicros} micros for supplies of ${supply0} and ${supply1}.`);
}

function checkBook(market: Market): void {
  const bid = market.bids.best?.pricePips ?? 0;
  const ask = market.asks.best?.pricePips ?? Number.MAX_SAFE_INTEGER;
  ensure(bid < ask, `The book of ${market.conditionId} is crossed: bid ${bid}, ask ${ask}.`);
  const levels = new Map<unknown, number>();
  for (const side of [market.bids, market.asks]) {
    for (const order of side.orders()) {
      const { level } = order;
      ensure(level !== null && level.side === side && level.pricePips === order.bookPips, `${order.orderId} rests elsewhere.`);
      ensure(order.before === null || order.before.priority < order.priority, `${order.orderId} is before its time.`);
      levels.set(level, (levels.get(level) ?? 0) + order.remainingMicros);
      if (order.after === null) ensure(level?.sizeMicros === levels.get(level), `A level's size is not that of its orders.`);
    }
  }
}

function checkOrder(order: Order, locked: Map<Holding, number>): void {
  const isPlaced = order.status === 'delayed' ? order.market.delayed.has(order) : order.level !== null;
  ensure(isPlaced, `Open order ${order.orderId} is neither in the book nor delayed.`);
  ensure(order.remainingMicros > 0, `Open order ${order.orderId} has nothing left to fill.`);
  if (order.status === 'live') {
    const needed = order.isBuy ? costCeil(order.remainingMicros, order.pricePips) : order.remainingMicros;
    ensure(order.lockedMicros === needed, `Order ${order.orderId} locks ${order.lockedMicros} micros and needs ${needed}.`);
  }
  locked.set(order.pays, (locked.get(order.pays) ?? 0) + order.lockedMicros);
}

function checkLock(holding: Holding, micros: number): void {
  const { availableMicros, lockedMicros, account } = holding;
  ensure(availableMicros >= 0 && Number.isSafeInteger(availableMicros), `${account.wallet} has ${availableMicros} micros.`);
  ensure(lockedMicros === micros, `${account.wallet} has ${lockedMicros} micros locked, but its orders lock ${micros}.`);
}

function ensure(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence);
}
