import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';

const POLL_MS = 200;
const VERSIONS = `SELECT version, (SELECT figures_version FROM gamma.checkpoints WHERE source = 'clob') AS figures
  FROM gamma.journal_head WHERE id = 1`;

/**
 * The catalog's version as this process knows it: what answers are cached under. It advances at once with a change made here and
 * within a poll with a change made by another process. While the database is away the last version stays, and so do the cached
 * answers.
 */
@Injectable()
export class CatalogVersion implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('CatalogVersion');
  private version = 0;
  private figuresVersion = 0;
  private ordersVersion = 0;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private isReachable = true;

  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  get current(): number {
    return this.version;
  }

  /** Of the figures, which change without the catalog. */
  get figures(): number {
    return this.figuresVersion;
  }

  /** Of the order among equals that searches answer in, which follows the figures. */
  get orders(): number {
    return this.ordersVersion;
  }

  /** Searches find the same in another order. */
  reordered(): void {
    this.ordersVersion += 1;
  }

  /** Versions never go back: a slow poll must not undo what a commit has said. */
  reached(version: number): void {
    if (version > this.version) this.version = version;
  }

  figuresReached(version: number): void {
    if (version > this.figuresVersion) this.figuresVersion = version;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.poll();
  }

  onModuleDestroy(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private async poll(): Promise<void> {
    try {
      const { rows } = await this.pool.query<{ version: number; figures: number | null }>(VERSIONS);
      this.reached(rows[0]?.version ?? 0);
      this.figuresReached(rows[0]?.figures ?? 0);
      this.isReachable = true;
    } catch (error) {
      if (this.isReachable)
        this.logger.warn(`the catalog's version cannot be read: ${error instanceof Error ? error.message : String(error)}`);
      this.isReachable = false;
    }
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.poll(), POLL_MS);
    this.timer.unref();
  }
}
