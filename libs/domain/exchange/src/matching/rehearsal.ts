import { smaller } from '../arithmetic';
import { NO_LEVEL } from '../book/level-pool';
import { NO_ORDER } from '../orders/order-pool';
import type { Order } from '../orders/order-pool';
import type { State } from '../state';
import { Appetite } from './appetite';

/** What a match would come to, without doing it. */
export type Rehearsal = 'nothing' | 'partly' | 'wholly' | 'in too many fills';

/**
 * Walks the book as the match would. Resting orders of the taker's own wallet do not count: the match would cancel them.
 * Source: decisions, Matching.
 */
export function rehearse(state: State, taker: Order): Rehearsal {
  const { orders, levels, links } = state;
  const appetite = Appetite.of(orders, taker);
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
 * Whether the match would fill anything at all; cheaper than the whole rehearsal, for FAK. Every budget buys something at
 * any price, because the least one buys 0.01 share at its limit.
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
