import { FairQueue, type Party } from '../fairness/fair-queue';
import { SlicedWork } from '../fairness/sliced-work';
import type { ConnectionBounds } from './connection-bounds';

/**
 * When streams are worked on: what callers say and the books that they are sent, a slice a turn of the event loop and never more
 * than a share of the time, in turns between addresses and between the connections of each, and every other turn only as long as
 * something else waits, as commands do. Source: docs/decisions/fairness.md.
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

  /** Work that belongs to no connection, in slices of its own. `doNext` does a small piece; false when there is none. */
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
