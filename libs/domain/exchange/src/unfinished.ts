import type { Command } from './command';
import type { Exchange } from './exchange';
import type { Canceled, Done, Outcome } from './outcome';

/**
 * One step of a command is over and more remains: `next` continues it. If `part` is null, only due events were applied and the
 * command has not begun. Then nothing may be applied before `next`, or it would see the book before those events.
 */
export interface Unfinished {
  readonly type: 'unfinished';
  readonly part: Canceled | Done | null;
  readonly next: Command;
}

/** The outcome of a command of several steps: the earlier steps joined with the last. */
export function joined(earlier: Canceled | Done | null, last: Outcome): Outcome {
  // Another command has finished it in the meantime.
  if (last.type === 'rejected') return earlier ?? last;
  if (earlier?.type !== 'canceled' || last.type !== 'canceled') return last;
  return joinedCancels(earlier, last);
}

/** Joins the outcomes of steps while more remains. */
export function joinedParts(earlier: Canceled | Done | null, part: Canceled | Done | null): Canceled | Done | null {
  return earlier?.type === 'canceled' && part?.type === 'canceled' ? joinedCancels(earlier, part) : (part ?? earlier);
}

/** An order whose delay ended between two steps is cancelled by the later step. */
function joinedCancels(earlier: Canceled, later: Canceled): Canceled {
  const orderIds = [...earlier.orderIds, ...later.orderIds];
  const canceled = new Set(orderIds);
  const delayedOrderIds = [...new Set([...earlier.delayedOrderIds, ...later.delayedOrderIds])].filter((id) => !canceled.has(id));
  return { type: 'canceled', orderIds, delayedOrderIds };
}

/** Applies a command with all its steps, without interleaving other commands. */
export function applyWhole(exchange: Pick<Exchange, 'apply'>, command: Command): Outcome {
  let so: Canceled | Done | null = null;
  for (let next = command; ;) {
    const outcome = exchange.apply(next);
    if (outcome.type !== 'unfinished') return joined(so, outcome);
    so = joinedParts(so, outcome.part);
    next = outcome.next;
  }
}
