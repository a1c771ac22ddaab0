import type { Run } from './running';

/**
 * Who held the lease when the record went back. Until its process ends it may say what was so before: of its memory it answers
 * reads, and that an id is known.
 */
export class PastWriters {
  private readonly running = new Set<Run>();
  private endedAt = -Infinity;

  constructor(private readonly now: () => number) {}

  wentBack(holders: readonly Run[]): void {
    this.endedAt = this.now();
    for (const run of holders) {
      this.running.add(run);
      run.onEnd(() => {
        this.running.delete(run);
        this.endedAt = this.now();
      });
    }
  }

  has(run: Run): boolean {
    return this.running.has(run);
  }

  /** Whether one of them may have answered what was asked for then. */
  mayAnswer(sentAt: number): boolean {
    return this.running.size > 0 || sentAt <= this.endedAt;
  }
}
