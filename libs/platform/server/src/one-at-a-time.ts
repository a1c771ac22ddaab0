/** Runs asynchronous work sequentially, in the order of the calls. */
export class OneAtATime {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** At most `most` may wait or run; `full` makes the error of the next. */
  constructor(
    private readonly most = Infinity,
    private readonly full = () => new Error('too much is waiting'),
  ) {}

  /** Returns or throws what the work does. Rejects, without starting it, when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting >= this.most) throw this.full();
    this.waiting++;
    const result = this.last.then(work).finally(() => this.waiting--);
    this.last = result.catch(() => undefined);
    return result;
  }
}
