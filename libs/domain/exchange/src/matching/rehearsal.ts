import { smaller } from '../arithmetic';
import { NO_LEVEL } from '../book/level-pool';
import { NO_ORDER } from '../orders/order-pool';
import type { Order } from '../orders/order-pool';
import type { State } from '../state';
import { TakerRemainder } from './taker-remainder';

/** The result of a match, without its effects. */
export type Rehearsal = 'nothing' | 'partly' | 'wholly' | 'in too many fills';

/**
 * Walks the book as a match would. Skips resting orders of the taker's own wallet: a match would cancel them. Source: interface,
 * Matching.
 */
export function rehearse(state: State, taker: Order): Rehearsal {
  const { orders, levels, links } = state;
  const appetite = TakerRemainder.of(orders, taker);
  const account = orders.account(taker);
  const limit = orders.bookPips(taker);
  const side = state.oppositeSide(taker);
  let fills = 0;
  for (let level = side.crossedBy(limit); level !== NO_LEVEL; level = side.behind(level, limit)) {
    const price = orders.ownOrBook(taker, levels.pricePips(level));
    for (let maker = levels.first(level); maker !== NO_ORDER; maker = links.after(maker)) {
      const wanted = appetite.at(price);
      if (wanted === 0) return fills > 0 ? 'wholly' : 'nothing';
      if (orders.account(maker) === account) continue;
      if (fills === state.rules.bounds.fillsMax) return 'in too many fills';
      appetite.take(smaller(wanted, orders.remainingMicros(maker)), price);
      fills += 1;
    }
  }
  if (fills === 0) return 'nothing';
  return appetite.at(orders.pricePips(taker)) === 0 ? 'wholly' : 'partly';
}

/**
 * Whether a match would fill anything; cheaper than the complete dry run, for FAK. Every budget buys something at any price,
 * because the smallest budget buys 0.01 share at its limit.
 */
export function wouldFill(state: State, taker: Order): boolean {
  const { orders, levels, links } = state;
  const account = orders.account(taker);
  const limit = orders.bookPips(taker);
  const side = state.oppositeSide(taker);
  for (let level = side.crossedBy(limit); level !== NO_LEVEL; level = side.behind(level, limit)) {
    for (let maker = levels.first(level); maker !== NO_ORDER; maker = links.after(maker)) {
      if (orders.account(maker) !== account) return true;
    }
  }
  return false;
}
