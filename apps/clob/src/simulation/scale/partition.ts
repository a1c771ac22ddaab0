import { BATCH_MAX, COSTS } from './costs';

/** Some commands that one writer does together, and who hears when they are durable. */
export interface Work {
  readonly commands: number;
  readonly done: () => void;
}

/** One writer: matches a batch while the batch before it commits, and answers after the commit. */
export class Partition {
  private readonly waiting: Work[] = [];
  private isMatching = false;
  private committedAt = 0;
  busyMicros = 0;

  constructor(
    private readonly now: () => number,
    private readonly after: (micros: number, run: () => void) => void,
  ) {}

  take(work: Work): void {
    this.waiting.push(work);
    if (!this.isMatching) this.match();
  }

  private match(): void {
    const batch: Work[] = [];
    let commands = 0;
    for (let next = this.waiting[0]; next !== undefined && commands < BATCH_MAX; next = this.waiting[0]) {
      this.waiting.shift();
      batch.push(next);
      commands += next.commands;
    }
    if (commands === 0) return;
    this.isMatching = true;
    const micros = commands * COSTS.writer;
    this.busyMicros += micros;
    this.after(micros, () => {
      // The commit before this one must be over; the next batch is matched meanwhile.
      const begins = Math.max(this.now(), this.committedAt);
      this.committedAt = begins + COSTS.commit + commands * COSTS.commitOrder;
      this.after(this.committedAt - this.now(), () => batch.forEach(({ done }) => done()));
      this.after(begins - this.now(), () => {
        this.isMatching = false;
        this.match();
      });
    });
  }
}
