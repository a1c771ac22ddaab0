import type { UnixMillis, UsdcMicros } from '@foretell/units';
import { ZERO_SIZE, ZERO_USDC, minus, plus, sizeForBudgetFloor, unixMillis } from '../arithmetic';
import { NO_LEVEL } from '../book/level-pool';
import type { OrderId, PlaceOrder } from '../command';
import type { Trade } from '../event';
import type { Account } from '../ledger/account';
import { NO_POSITION, holdingOf } from '../ledger/position-table';
import type { Position } from '../ledger/position-table';
import { Market } from '../market/market';
import { SHARE_CENT_MICROS } from '../matching/taker-remainder';
import { match, matchPair } from '../matching/match';
import { costOfRest } from '../matching/payments';
import { rehearse, wouldFill } from '../matching/rehearsal';
import type { Outcome, Placed, PlacedStatus, Rejected } from '../outcome';
import { notEnoughBalance, rejected } from '../rejection';
import type { State } from '../state';
import { closeOrder, retireOrder, unlock } from './end-order';
import { NO_ORDER } from './order-pool';
import type { Order } from './order-pool';
import { brokenRule, hasFlag, isImmediate, marketTakingOrders, POST_ONLY, QUOTED, reservationMicros } from './placement-rules';
import { brokenQuoteRule } from './quoted-order';

const NONE: readonly OrderId[] = [];

/**
 * Places an order: validates it in the order of REJECT_REASONS, locks its funds, then matches, rests or delays it. A rejected
 * order changes nothing. Source: interface, Matching and Funds; protocol 6.2 and 7.
 */
export function placeOrder(state: State, command: PlaceOrder): Outcome {
  const { orderId, outcome } = command;
  const { holdings } = state;
  const known = state.registry.get(orderId);
  if (known !== NO_ORDER) return rejected('duplicate_order', { orderId, status: state.orders.status(known) });
  const market = marketTakingOrders(state, command.conditionId);
  if (!(market instanceof Market)) return market;
  const budgetMicros = budgetOf(command);
  const broken = brokenRule(state, market, command, budgetMicros);
  if (broken !== null) return broken;
  const mismatch = hasFlag(command.flags, QUOTED) ? brokenQuoteRule(state, market, command) : null;
  if (mismatch !== null) return mismatch;
  const account = state.account(command.wallet);
  const needMicros = reservationMicros(state, market, account, command, budgetMicros);
  if (account === undefined) return notEnoughBalance(0, 0, needMicros);
  const isBuy = command.side === 'BUY';
  const position = isBuy ? NO_POSITION : state.position(account, market);
  if (!isBuy && position === NO_POSITION) return notEnoughBalance(0, 0, needMicros);
  const pays = isBuy ? account.collateral : holdingOf(position, outcome);
  if (holdings.availableMicros(pays) < needMicros) {
    return notEnoughBalance(holdings.totalMicros(pays), holdings.lockedMicros(pays), needMicros);
  }
  return placeFunded(state, command, market, account, isBuy ? state.openPosition(account, market) : position, needMicros);
}

function placeFunded(
  state: State,
  command: PlaceOrder,
  market: Market,
  account: Account,
  position: Position,
  needMicros: number,
): Outcome {
  const { orders } = state;
  const order = orders.take(command, account, market.number, position, command.at, state.priority + 1);
  if (hasFlag(command.flags, QUOTED)) return placeQuoted(state, command, market, order, needMicros);
  const isMarketable = market.side(!orders.isBid(order)).crossedBy(orders.bookPips(order)) !== NO_LEVEL;
  const isDelayed = isMarketable && market.delayMillis > 0 && !hasFlag(command.flags, POST_ONLY);
  const refusal = isDelayed ? null : refusedByBook(state, order, isMarketable);
  if (refusal !== null) {
    orders.setStatus(order, 'canceled');
    orders.giveBack(order);
    return refusal;
  }
  accept(state, command, order, account, needMicros, isDelayed);
  if (isDelayed) {
    hold(state, order, market, unixMillis(command.at + market.delayMillis));
    return placed(command, 'delayed', null, NONE);
  }
  const trade = isMarketable ? match(state, order) : null;
  restOrClose(state, order, trade);
  const selfTrades = isMarketable && state.selfTrades.length > 0 ? [...state.selfTrades] : NONE;
  return placed(command, trade === null ? 'live' : 'matched', trade, selfTrades);
}

/**
 * One side of an accepted quote, outside the book: the first side waits with its funds reserved, the second trades with it.
 * The waiting order is the taker, so the requester pays the fee.
 */
function placeQuoted(state: State, command: PlaceOrder, market: Market, order: Order, needMicros: number): Placed {
  const account = state.accountOf(order);
  const waiting = command.counterOrderId === undefined ? NO_ORDER : state.registry.get(command.counterOrderId);
  accept(state, command, order, account, needMicros, waiting === NO_ORDER);
  if (waiting === NO_ORDER) {
    hold(state, order, market, unixMillis(command.at + state.rules.bounds.approvalMillis));
    return placed(command, 'delayed', null, NONE);
  }
  const trade = matchPair(state, waiting, order);
  unlock(state, waiting, state.orders.lockedMicros(waiting));
  retireOrder(state, waiting, 'matched');
  return { ...placed(command, 'matched', trade, NONE), filledUsdcMicros: usdcOfMaker(trade), feeMicros: ZERO_USDC };
}

function usdcOfMaker({ fills }: Trade): UsdcMicros {
  return fills.reduce((sum, { makerUsdcMicros }) => plus(sum, makerUsdcMicros), ZERO_USDC);
}

/**
 * Matches an order whose delay is over as if it arrived now. Cancels it in a paused market, and an accepted quote that was not
 * approved. Returns the number of fills.
 */
export function releaseDelayed(state: State, order: Order): number {
  const { orders } = state;
  const market = state.marketOf(order);
  const isOver = market.status !== 'active' || hasFlag(orders.flags(order), QUOTED);
  if (isOver || (orders.orderType(order) === 'FOK' && rehearse(state, order) !== 'wholly')) {
    closeOrder(state, order, 'unfilled');
    return 0;
  }
  market.delayed.delete(order);
  orders.setStatus(order, 'live');
  const trade = match(state, order);
  restOrClose(state, order, trade);
  state.log.order(order);
  return trade === null ? 0 : trade.fills.length;
}

/** Only a FOK or FAK BUY is bounded by collateral; other orders ignore the budget. */
function budgetOf(command: PlaceOrder): UsdcMicros | null {
  return isImmediate(command.orderType) && command.side === 'BUY' ? command.budgetMicros : null;
}

/** Rejections that depend on the book: a post-only order that would trade, a FOK or FAK that would not. */
function refusedByBook(state: State, order: Order, isMarketable: boolean): Rejected | null {
  const { orders } = state;
  const pricePips = orders.pricePips(order);
  const orderType = orders.orderType(order);
  if (isMarketable && hasFlag(orders.flags(order), POST_ONLY)) return rejected('post_only_crosses', { pricePips });
  if (orderType === 'FOK') {
    const rehearsal = isMarketable ? rehearse(state, order) : 'nothing';
    if (rehearsal === 'in too many fills') return rejected('fok_too_many_fills', { fillsMax: state.rules.bounds.fillsMax });
    if (rehearsal !== 'wholly') return rejected('fok_not_filled', { pricePips });
  }
  if (orderType === 'FAK' && !(isMarketable && wouldFill(state, order))) return rejected('fak_no_match', { pricePips });
  return null;
}

function accept(state: State, command: PlaceOrder, order: Order, account: Account, needMicros: number, delayed: boolean): void {
  const { orders, links } = state;
  const pays = orders.pays(order);
  state.priority = orders.priority(order);
  links.clear(order);
  state.registry.add(order);
  account.addOpen(order, orders.market(order), links);
  state.holdings.lock(pays, needMicros);
  orders.setLocked(order, needMicros);
  state.log.holding(pays);
  state.log.order(order);
  state.log.event({
    type: 'orderAccepted',
    at: command.at,
    orderId: command.orderId,
    wallet: account.wallet,
    conditionId: command.conditionId,
    outcome: command.outcome,
    side: command.side,
    orderType: command.orderType,
    pricePips: command.pricePips,
    sizeMicros: command.sizeMicros,
    budgetMicros: orders.budgetMicros(order),
    expiresAt: orders.expiresAt(order),
    delayed,
  });
}

/** Keeps the order out of the book until `dueAt`: for the market's delay, or because its execution reached the fill limit. */
function hold(state: State, order: Order, market: Market, dueAt: UnixMillis): void {
  const { orders } = state;
  waitForExpiry(state, order);
  orders.setStatus(order, 'delayed');
  orders.setDueAt(order, dueAt);
  market.delayed.add(order);
  state.due.add(order, dueAt, false);
}

/** Schedules the expiry, unless it was scheduled when the order was delayed. */
function waitForExpiry({ orders, due }: State, order: Order): void {
  const expiresAt = orders.expiresAt(order);
  if (expiresAt !== null && orders.dueAt(order) === null) due.add(order, expiresAt, true);
}

/**
 * Ends the taker phase of an order: it is done, or its rest is cancelled (FOK, FAK) or put in the book. An order that reached the
 * fill limit and would still trade would cross the book. It is due at once, before any other command.
 */
function restOrClose(state: State, order: Order, trade: Trade | null): void {
  if (isSatisfied(state, order)) {
    unlock(state, order, state.orders.lockedMicros(order));
    retireOrder(state, order, 'matched');
  } else if (state.orders.isImmediate(order)) {
    closeOrder(state, order, 'unfilled');
  } else if (trade !== null && trade.fills.length === state.rules.bounds.fillsMax && stillCrosses(state, order)) {
    hold(state, order, state.marketOf(order), state.now);
  } else {
    rest(state, order);
  }
}

function stillCrosses(state: State, order: Order): boolean {
  return state.oppositeSide(order).crossedBy(state.orders.bookPips(order)) !== NO_LEVEL;
}

function isSatisfied({ orders }: State, order: Order): boolean {
  const budget = orders.budgetMicros(order);
  if (budget === null) return orders.remainingMicros(order) === 0;
  const left = minus(budget, orders.filledUsdcMicros(order));
  return orders.filledMicros(order) > 0 && sizeForBudgetFloor(left, orders.pricePips(order)) < SHARE_CENT_MICROS;
}

/** A resting BUY locks only its cost, because makers pay no fee. Source: interface, Funds. */
function rest(state: State, order: Order): void {
  const { orders } = state;
  if (orders.isBuy(order)) unlock(state, order, orders.lockedMicros(order) - costOfRest(orders, order));
  state.log.level(state.ownSide(order).add(order));
  waitForExpiry(state, order);
}

function placed(
  { orderId }: PlaceOrder,
  status: PlacedStatus,
  trade: Trade | null,
  selfTradeOrderIds: readonly OrderId[],
): Placed {
  return {
    type: 'placed',
    orderId,
    status,
    filledMicros: trade === null ? ZERO_SIZE : trade.sizeMicros,
    filledUsdcMicros: trade === null ? ZERO_USDC : trade.usdcMicros,
    feeMicros: trade === null ? ZERO_USDC : trade.feeMicros,
    tradeNumber: trade === null ? null : trade.tradeNumber,
    selfTradeOrderIds,
  };
}
