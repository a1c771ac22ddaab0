import { cappedSum } from '@foretell/units';
import { costCeil } from '../arithmetic';
import { NO_LEVEL } from '../book/level-pool';
import type { Level } from '../book/level-pool';
import type { Account } from '../ledger/account';
import type { Holding } from '../ledger/holding-pool';
import { holdingOf } from '../ledger/position-table';
import type { Market } from '../market/market';
import { NO_ORDER } from '../orders/order-pool';
import type { Order } from '../orders/order-pool';
import type { State } from '../state';

/** Throws an error for the first broken invariant. Source: interface, Funds (conservation). */
export function checkState(state: State): void {
  let owned = state.feesMicros;
  const locked = new Map<Holding, number>();
  for (const { collateral } of state.accounts) {
    owned += state.holdings.totalMicros(collateral);
    locked.set(collateral, 0);
  }
  for (const market of state.markets) {
    owned += market.setsMicros;
    checkSupply(state, market, locked);
    checkBook(state, market);
    const isClosed = market.proposal === null || market.status === 'closed';
    ensure(isClosed, `A result of ${market.conditionId} is under way, and its status is ${market.status}.`);
  }
  const supposed = state.creditedMicros - state.debitedMicros;
  ensure(owned === supposed, `Credits less debits are ${supposed} micros, but ${owned} are accounted for.`);
  for (const order of state.orders.open()) checkOrder(state, order, locked);
  for (const [holding, micros] of locked) checkLock(state, holding, micros);
}

function checkSupply({ holdings }: State, market: Market, locked: Map<Holding, number>): void {
  const supply = [0, 0];
  for (const position of market.holders) {
    for (const outcome of [0, 1] as const) {
      const holding = holdingOf(position, outcome);
      supply[outcome] = (supply[outcome] ?? 0) + holdings.totalMicros(holding);
      locked.set(holding, 0);
    }
  }
  const [supply0 = 0, supply1 = 0] = supply;
  const isBacked = isBeingPaidOut(market)
    ? market.setsMicros >= owedMicros(market, supply0, supply1)
    : supply.every((micros) => micros === market.setsMicros);
  ensure(
    isBacked,
    `Market ${market.conditionId} has ${market.setsMicros} micros of collateral for supplies of ${supply.join(' and ')}.`,
  );
}

/** Between the steps of a resolution some holders are paid and others are not. */
function isBeingPaidOut({ status, resolution }: Market): boolean {
  return status === 'closed' && resolution !== null;
}

function owedMicros({ resolution }: Market, supply0: number, supply1: number): number {
  if (resolution === 'outcome0') return supply0;
  return resolution === 'outcome1' ? supply1 : (supply0 + supply1) / 2;
}

function checkBook({ orders, links, levels }: State, market: Market): void {
  const bid = market.bids.bestPips ?? 0;
  const ask = market.asks.bestPips ?? Number.MAX_SAFE_INTEGER;
  ensure(bid < ask, `The book of ${market.conditionId} is crossed: bid ${bid}, ask ${ask}.`);
  const sizes = new Map<Level, number>();
  for (const side of [market.bids, market.asks]) {
    for (const order of side.restingOrders()) {
      const level = links.level(order);
      const isAtHome = level !== NO_LEVEL && market.sideOf(level) === side && levels.pricePips(level) === orders.bookPips(order);
      ensure(isAtHome, `${orders.orderId(order)} rests at the wrong level.`);
      const before = links.before(order);
      const isInTime = before === NO_ORDER || orders.priority(before) < orders.priority(order);
      ensure(isInTime, `${orders.orderId(order)} is out of time priority.`);
      const size = cappedSum(sizes.get(level) ?? 0, orders.remainingMicros(order));
      sizes.set(level, size);
      const isLast = links.after(order) === NO_ORDER;
      ensure(!isLast || levels.sizeMicros(level) === size, `A level's size differs from the sum of its orders.`);
    }
  }
}

function checkOrder(state: State, order: Order, locked: Map<Holding, number>): void {
  const { orders } = state;
  const orderId = orders.orderId(order);
  const status = orders.status(order);
  const remaining = orders.remainingMicros(order);
  const isPlaced = status === 'delayed' ? state.marketOf(order).delayed.has(order) : state.links.level(order) !== NO_LEVEL;
  ensure(isPlaced, `Open order ${orderId} is neither in the book nor delayed.`);
  ensure(remaining > 0, `Open order ${orderId} has nothing left to fill.`);
  const lockedMicros = orders.lockedMicros(order);
  if (status === 'live') {
    const needed = orders.isBuy(order) ? costCeil(remaining, orders.pricePips(order)) : remaining;
    ensure(lockedMicros === needed, `Order ${orderId} locks ${lockedMicros} micros and needs ${needed}.`);
  }
  locked.set(orders.pays(order), (locked.get(orders.pays(order)) ?? 0) + lockedMicros);
}

function checkLock({ accounts, holdings }: State, holding: Holding, micros: number): void {
  const availableMicros = holdings.availableMicros(holding);
  const lockedMicros = holdings.lockedMicros(holding);
  const { wallet } = accounts[holdings.account(holding)] as Account;
  ensure(availableMicros >= 0 && Number.isSafeInteger(availableMicros), `${wallet} has ${availableMicros} micros.`);
  ensure(lockedMicros === micros, `${wallet} has ${lockedMicros} micros locked, but its orders lock ${micros}.`);
}

function ensure(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence);
}
