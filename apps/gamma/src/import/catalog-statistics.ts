import { Logger } from '@nestjs/common';

/** So many new or changed rows make what the planner knows of the catalog wrong enough to matter. */
export const ROWS_MIN = 2000;
/** An import sends its next batch long before. */
export const QUIET_MS = 2000;

/**
 * Calls `take` when a large import has come to rest. Autovacuum may take minutes to look at the tables, and until then lists are
 * planned for the tables of before. A failure only means waiting for autovacuum.
 */
export class CatalogStatistics {
  private readonly logger = new Logger('CatalogStatistics');
  private rows = 0;
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> = Promise.resolve();

  constructor(private readonly take: () => Promise<unknown>) {}

  /** To be told of every batch that changed rows. */
  written(rows: number): void {
    this.rows += rows;
    clearTimeout(this.timer);
    if (this.rows < ROWS_MIN) return;
    this.timer = setTimeout(() => {
      this.underWay = this.takeNow();
    }, QUIET_MS);
    this.timer.unref();
  }

  /** Takes none any more; waits for those under way. */
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
      this.logger.log({ msg: 'catalog statistics taken', rows, durationMs: Math.round(performance.now() - startedAt) });
    } catch (error) {
      this.logger.warn({ msg: 'catalog statistics could not be taken; autovacuum will', err: error });
    }
  }
}
