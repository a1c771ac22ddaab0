import { Logger } from '@nestjs/common';

/** At this number of new or changed rows the planner's statistics are wrong enough to matter. */
export const ROWS_MIN = 2000;
/** An import sends its next batch well before this. */
export const QUIET_MS = 2000;

/**
 * Calls `take` when a large import has finished. Autovacuum may take minutes to reach the tables, and until then lists are
 * planned with the old statistics. After a failure autovacuum does the work.
 */
export class CatalogStatistics {
  private readonly logger = new Logger('CatalogStatistics');
  private rows = 0;
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> = Promise.resolve();

  constructor(private readonly take: () => Promise<unknown>) {}

  /** Call it for every batch that changed rows. */
  written(rows: number): void {
    this.rows += rows;
    clearTimeout(this.timer);
    if (this.rows < ROWS_MIN) return;
    this.timer = setTimeout(() => {
      this.underWay = this.takeNow();
    }, QUIET_MS);
    this.timer.unref();
  }

  /** Starts no more; waits for those in progress. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await this.underWay;
  }

  private async takeNow(): Promise<void> {
    const { rows } = this;
    this.rows = 0;
    const startedAt = performance.now();
    try {
      await this.take();
      this.logger.log({ msg: 'catalog statistics updated', rows, durationMs: Math.round(performance.now() - startedAt) });
    } catch (error) {
      this.logger.warn({ msg: 'catalog statistics could not be updated; autovacuum will do it', err: error });
    }
  }
}
