import { complementPips } from '../arithmetic';
import type { PlaceOrder } from '../command';
import type { Market } from '../market/market';
import type { Rejected } from '../outcome';
import { rejected } from '../rejection';
import type { State } from '../state';
import { NO_ORDER } from './order-pool';
import type { Order } from './order-pool';
import { hasFlag, QUOTED } from './placement-rules';

/**
 * Validates one side of an accepted quote. The waiting side must be a valid limit order. The other side must match it
 * completely: same market, another wallet, opposite direction, same size, same price.
 */
export function brokenQuoteRule(state: State, market: Market, command: PlaceOrder): Rejected | null {
  const { orderType, counterOrderId } = command;
  const counter = counterOrderId === undefined ? NO_ORDER : state.registry.get(counterOrderId);
  if (counterOrderId !== undefined && !isWaiting(state, counter)) {
    const status = counter === NO_ORDER ? null : state.orders.status(counter);
    return rejected('quote_not_waiting', { counterOrderId, status });
  }
  const isLimit = orderType === 'GTC' || orderType === 'GTD';
  if (!isLimit || command.flags !== QUOTED) return rejected('quote_mismatch', { orderType, flags: command.flags });
  if (counterOrderId === undefined || isCounterpart(state, market, counter, command)) return null;
  return rejected('quote_mismatch', { counterOrderId });
}

function isWaiting({ orders }: State, order: Order): boolean {
  return order !== NO_ORDER && orders.status(order) === 'delayed' && hasFlag(orders.flags(order), QUOTED);
}

function isCounterpart(state: State, market: Market, waiting: Order, command: PlaceOrder): boolean {
  const { orders } = state;
  const isBid = (command.outcome === 0) === (command.side === 'BUY');
  const bookPips = command.outcome === 0 ? command.pricePips : complementPips(command.pricePips);
  return (
    state.marketOf(waiting) === market &&
    state.accountOf(waiting).wallet !== command.wallet &&
    orders.isBid(waiting) !== isBid &&
    orders.sizeMicros(waiting) === command.sizeMicros &&
    orders.bookPips(waiting) === bookPips
  );
}
