import { ZERO_SIZE, ZERO_USDC, unixMillis } from '../arithmetic';
import type { PlaceOrder } from '../command';
import type { Trade } from '../fact';
import type { Position } from '../ledger/account';
import { Market } from '../market/market';
import { match } from '../matching/match';
import { rehearse, wouldFill } from '../matching/rehearsal';
import type { Outcome, Placed, PlacedStatus, Rejected } from '../outcome';
import { notEnoughBalance, rejected } from '../rejection';
import type { State } from '../state';
import { Order } from './order';
import { brokenRule, marketTakingOrders } from './placement-rules';
import { reservationMicros } from './reservation';
import { restOrClose } from './rest-or-close';

/**
 * Places an order: checks it in the order of REJECT_REASONS, locks its funds, and matches, rests or delays it. A refused
 * order leaves no trace. Source: decisions, Matching and Funds; protocol 6.2 and 7.
 */
export function placeOrder(state: State, command: PlaceOrder): Outcome {
  const known = state.orders.get(command.orderId);
  if (known !== undefined) return rejected('duplicate_order', { orderId: known.orderId, status: known.status });
  const market = marketTakingOrders(state, command.conditionId);
  if (!(market instanceof Market)) return market;
  const budgetMicros = budgetOf(command);
  const broken = brokenRule(state, market, command, budgetMicros);
  if (broken !== null) return broken;
  const needMicros = reservationMicros(command, budgetMicros, market);
  const account = state.account(command.wallet);
  if (account === undefined) return notEnoughBalance(0, 0, needMicros);
  const position = market.position(account);
  const pays = command.side === 'BUY' ? account.collateral : position?.of(command.outcome);
  if (pays === undefined) return notEnoughBalance(0, 0, needMicros);
  if (pays.availableMicros < needMicros) return notEnoughBalance(pays.totalMicros, pays.lockedMicros, needMicros);
  return placeFunded(state, command, market, position ?? market.openPosition(account), needMicros);
}

function placeFunded(state: State, command: PlaceOrder, market: Market, position: Position, needMicros: number): Outcome {
  const order = new Order(command, position.account, market, position, command.at, state.priority + 1);
  const isMarketable = order.opposite.crossedBy(order.bookPips) !== null;
  const isDelayed = isMarketable && market.delayMillis > 0 && !order.postOnly;
  const refusal = isDelayed ? null : refusedByBook(order, isMarketable);
  if (refusal !== null) return refusal;
  accept(state, command, order, needMicros, isDelayed);
  if (isDelayed) {
    delay(state, order);
    return placed(order, 'delayed', null);
  }
  const trade = isMarketable ? match(state, order) : null;
  restOrClose(state, order);
  return placed(order, trade === null ? 'live' : 'matched', trade);
}

/** Only a FOK or FAK BUY is bounded by collateral; elsewhere a budget has no meaning and is left unread. */
function budgetOf(command: PlaceOrder): number | null {
  const isImmediate = command.orderType === 'FOK' || command.orderType === 'FAK';
  return isImmediate && command.side === 'BUY' ? command.budgetMicros : null;
}

/** What the state of the book forbids: a post-only order that would trade, a FOK or FAK that would not. */
function refusedByBook(order: Order, isMarketable: boolean): Rejected | null {
  const { pricePips } = order;
  if (order.postOnly && isMarketable) return rejected('post_only_crosses', { pricePips });
  if (order.orderType === 'FOK' && (!isMarketable || rehearse(order) !== 'wholly')) {
    return rejected('fok_not_filled', { pricePips });
  }
  if (order.orderType === 'FAK' && !(isMarketable && wouldFill(order))) return rejected('fak_no_match', { pricePips });
  return null;
}

function accept(state: State, command: PlaceOrder, order: Order, needMicros: number, delayed: boolean): void {
  state.priority = order.priority;
  state.orders.add(order);
  order.account.addOpen(order);
  order.pays.lock(needMicros);
  order.lockedMicros = needMicros;
  state.log.holding(order.pays);
  state.log.order(order);
  state.log.fact({
    type: 'orderAccepted',
    at: command.at,
    orderId: order.orderId,
    wallet: order.account.wallet,
    conditionId: order.market.conditionId,
    outcome: order.outcome,
    side: order.side,
    orderType: order.orderType,
    pricePips: order.pricePips,
    sizeMicros: order.sizeMicros,
    budgetMicros: order.budgetMicros,
    expiresAt: order.expiresAt,
    delayed,
  });
}

function delay(state: State, order: Order): void {
  const dueAt = unixMillis(order.acceptedAt + order.market.delayMillis);
  order.status = 'delayed';
  order.dueAt = dueAt;
  order.market.delayed.add(order);
  state.due.add(order, dueAt, false);
  if (order.expiresAt !== null) state.due.add(order, order.expiresAt, true);
}

function placed(order: Order, status: PlacedStatus, trade: Trade | null): Placed {
  return {
    type: 'placed',
    orderId: order.orderId,
    status,
    filledMicros: trade === null ? ZERO_SIZE : trade.sizeMicros,
    filledUsdcMicros: trade === null ? ZERO_USDC : trade.usdcMicros,
    feeMicros: trade === null ? ZERO_USDC : trade.feeMicros,
    tradeNumber: trade === null ? null : trade.tradeNumber,
  };
}
