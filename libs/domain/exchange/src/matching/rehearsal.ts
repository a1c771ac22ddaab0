import { smaller } from '../arithmetic';
import type { Order } from '../orders/order';
import { Appetite } from './appetite';

/** What a match would come to, without doing it. */
export type Rehearsal = 'nothing' | 'partly' | 'wholly';

/**
 * Walks the book as the match would. Resting orders of the taker's own wallet do not count: the match would cancel them.
 * Source: decisions, Matching.
 */
export function rehearse(taker: Order): Rehearsal {
  const appetite = new Appetite(taker);
  const side = taker.opposite;
  let hasFilled = false;
  for (let level = side.crossedBy(taker.bookPips); level !== null; level = side.behind(level, taker.bookPips)) {
    const price = taker.ownOrBook(level.pricePips);
    for (let maker = level.first; maker !== null; maker = maker.after) {
      const wanted = appetite.at(price);
      if (wanted === 0) return hasFilled ? 'wholly' : 'nothing';
      if (maker.account === taker.account) continue;
      appetite.take(smaller(wanted, maker.remainingMicros), price);
      hasFilled = true;
    }
  }
  if (!hasFilled) return 'nothing';
  return appetite.at(taker.pricePips) === 0 ? 'wholly' : 'partly';
}

/** Whether the match would fill anything at all; cheaper than the whole rehearsal, for FAK. */
export function wouldFill(taker: Order): boolean {
  const appetite = new Appetite(taker);
  const side = taker.opposite;
  for (let level = side.crossedBy(taker.bookPips); level !== null; level = side.behind(level, taker.bookPips)) {
    if (appetite.at(taker.ownOrBook(level.pricePips)) === 0) return false;
    for (let maker = level.first; maker !== null; maker = maker.after) {
      if (maker.account !== taker.account) return true;
    }
  }
  return false;
}
