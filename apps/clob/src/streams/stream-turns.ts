import { FairQueue, SlicedWork, type Party } from '@foretell/platform-server';
import type { StreamBounds } from './stream-bounds';

/**
 * Schedules the work of streams: client messages and the books sent in response. Works one slice a tick and at most a share of
 * the time, round-robin over addresses and over the connections of each. While a command waits, it works only every other tick.
 * Source: docs/decisions/fairness.md.
 */
export class StreamTurns {
  private readonly queue = new FairQueue<() => void>();
  private readonly work: SlicedWork;

  constructor(
    private readonly bounds: Pick<StreamBounds, 'sliceMillis' | 'callersShare'>,
    private readonly isCommandWaiting: () => boolean,
  ) {
    this.work = this.sliced(() => this.doNext(), bounds.callersShare);
  }

  /** Work that belongs to no connection, in slices of its own. `doNext` does a small piece; false when there is none. */
  sliced(doNext: () => boolean, share = 1): SlicedWork {
    return new SlicedWork(doNext, { sliceMillis: this.bounds.sliceMillis, share, givesWay: this.isCommandWaiting });
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
