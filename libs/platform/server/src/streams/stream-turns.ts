import { FairQueue, type Party } from '../fairness/fair-queue';
import { SlicedWork } from '../fairness/sliced-work';
import type { ConnectionBounds } from './connection-bounds';

/**
 * Schedules stream work: messages of callers, and the books sent to them. Runs one slice per event-loop tick within a share of
 * the time. Addresses take turns, and so do the connections of each. While other work waits, every other tick is free, as for
 * commands. Source: docs/decisions/fairness.md.
 */
export class StreamTurns {
  private readonly queue = new FairQueue<() => void>();
  private readonly work: SlicedWork;

  constructor(
    private readonly bounds: Pick<ConnectionBounds, 'sliceMillis' | 'callersShare'>,
    private readonly isOtherWaiting: () => boolean,
  ) {
    this.work = this.sliced(() => this.doNext(), bounds.callersShare);
  }

  /** Sliced work that belongs to no connection. `doNext` runs a small piece; false when none is left. */
  sliced(doNext: () => boolean, share = 1): SlicedWork {
    return new SlicedWork(doNext, { sliceMillis: this.bounds.sliceMillis, share, givesWay: this.isOtherWaiting });
  }

  /** Runs work in its turn; the work of one connection in order. */
  take(party: Party, work: () => void): void {
    this.queue.push(party, work);
    this.work.wake();
  }

  private doNext(): boolean {
    const next = this.queue.shift();
    if (next === undefined) return false;
    next();
    return true;
  }
}
