import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { messageOf } from '@foretell/platform-server';
import { CATALOG_POSITION, type CatalogPosition } from '../store/store.query';

const POLL_MS = 200;

/**
 * The catalog's version as this process last read it, which is the key of cached responses. It advances at once on a local
 * change, and within a poll interval on a change by another process. While the database is unreachable, the last version and its
 * cached responses remain.
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

  /** The version of the figures, which change without the catalog. */
  get figures(): number {
    return this.figuresVersion;
  }

  /** The version of the order among equal search results, which follows the figures. */
  get orders(): number {
    return this.ordersVersion;
  }

  /** Call it when searches return the same results in another order. */
  reordered(): void {
    this.ordersVersion += 1;
  }

  /** Versions never decrease: a slow poll must not undo a commit's version. */
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
      const { rows } = await this.pool.query<CatalogPosition>({ ...CATALOG_POSITION });
      this.reached(rows[0]?.version ?? 0);
      this.figuresReached(rows[0]?.figures ?? 0);
      this.isReachable = true;
    } catch (error) {
      if (this.isReachable) this.logger.warn(`the catalog's version cannot be read: ${messageOf(error)}`);
      this.isReachable = false;
    }
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.poll(), POLL_MS);
    this.timer.unref();
  }
}
