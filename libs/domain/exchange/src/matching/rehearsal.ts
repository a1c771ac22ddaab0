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

/**
 * Whether the match would fill anything at all; cheaper than the whole rehearsal, for FAK. Every budget buys something at
 * any price, because the least one is a USDC.
 */
export function wouldFill(taker: Order): boolean {
  const side = taker.opposite;
  for (let level = side.crossedBy(taker.bookPips); level !== null; level = side.behind(level, taker.bookPips)) {
    for (let maker = level.first; maker !== null; maker = maker.after) {
      if (maker.account !== taker.account) return true;
    }
  }
  return false;
}
