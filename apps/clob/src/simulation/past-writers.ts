import type { Run } from './running';

/**
 * Processes that had the lease when the record went back. Until they end, they may answer reads and known ids from the lost
 * state.
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

  /** Whether one of them may have answered a request sent then. */
  mayAnswer(sentAt: number): boolean {
    return this.running.size > 0 || sentAt <= this.endedAt;
  }
}
