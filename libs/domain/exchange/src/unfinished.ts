import type { Command } from './command';
import type { Exchange } from './exchange';
import type { Canceled, Done, Outcome } from './outcome';

/**
 * A step of a command is over, and there is more to do: `next` goes on with it. Where `part` is null only things that had become
 * due happened, and the command has not begun: then nothing may be applied before `next`, or it would find the book as it was
 * before them.
 */
export interface Unfinished {
  readonly type: 'unfinished';
  readonly part: Canceled | Done | null;
  readonly next: Command;
}

/** What came of a command of several steps: of those so far, and of the last one. */
export function joined(earlier: Canceled | Done | null, last: Outcome): Outcome {
  // Somebody else has finished it meanwhile.
  if (last.type === 'rejected') return earlier ?? last;
  if (earlier?.type !== 'canceled' || last.type !== 'canceled') return last;
  return joinedCancels(earlier, last);
}

/** The same while there is more to do. */
export function joinedParts(earlier: Canceled | Done | null, part: Canceled | Done | null): Canceled | Done | null {
  return earlier?.type === 'canceled' && part?.type === 'canceled' ? joinedCancels(earlier, part) : (part ?? earlier);
}

/** An order whose delay ended between two steps is cancelled by the later one. */
function joinedCancels(earlier: Canceled, later: Canceled): Canceled {
  const orderIds = [...earlier.orderIds, ...later.orderIds];
  const canceled = new Set(orderIds);
  const delayedOrderIds = [...new Set([...earlier.delayedOrderIds, ...later.delayedOrderIds])].filter((id) => !canceled.has(id));
  return { type: 'canceled', orderIds, delayedOrderIds };
}

/** Applies a command with all its steps, for whoever need not let others in between. */
export function applyWhole(exchange: Pick<Exchange, 'apply'>, command: Command): Outcome {
  let so: Canceled | Done | null = null;
  for (let next = command; ;) {
    const outcome = exchange.apply(next);
    if (outcome.type !== 'unfinished') return joined(so, outcome);
    so = joinedParts(so, outcome.part);
    next = outcome.next;
  }
}
