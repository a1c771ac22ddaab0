import { WriterBusy } from '../engine/route/writer-route';

/** Runs asynchronous work sequentially, in the order of the calls. */
export class OneAtATime {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** At most `most` may wait or run. */
  constructor(private readonly most: number) {}

  /** Returns or throws what the work does. Rejects with WriterBusy, without starting it, when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting >= this.most) throw new WriterBusy('too much is waiting');
    this.waiting++;
    const result = this.last.then(work).finally(() => this.waiting--);
    this.last = result.catch(() => undefined);
    return result;
  }
}
