import { WriterBusy } from '../engine/route/writer-route';

/** Lets asynchronous work through one after the other, in the order of asking. */
export class OneAtATime {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** `most` may wait or be at work. */
  constructor(private readonly most: number) {}

  /** What the work gives or throws. Rejects with WriterBusy, and does nothing, when no more may wait. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting >= this.most) throw new WriterBusy('too much is waiting');
    this.waiting++;
    const result = this.last.then(work).finally(() => this.waiting--);
    this.last = result.catch(() => undefined);
    return result;
  }
}
