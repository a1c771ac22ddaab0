import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';

/** Keys per partition: events, or trades. Source: docs/decisions/retention.md. */
const PARTITION_KEYS = 10_000_000;
const RETRY_MS = 10_000;

/** Tables partitioned by ranges of one shared, monotonically growing key. */
export interface PartitionedTables {
  /** Owns the tables and their function make_partitions. */
  readonly schema: string;
  readonly tables: readonly string[];
  /** Default 10,000,000. */
  readonly partitionKeys?: number;
}

/**
 * Ensures that a partition exists for the next writes: at the first key, and again whenever less than one partition lies ahead.
 * Otherwise the cost is one comparison.
 */
export class Partitions {
  private readonly logger = new Logger('Partitions');
  private readonly partitionKeys: number;
  /** Keys below it have a partition. */
  private end = Number.NEGATIVE_INFINITY;
  private making: Promise<void> | null = null;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly pool: Pool,
    private readonly tables: PartitionedTables,
  ) {
    this.partitionKeys = tables.partitionKeys ?? PARTITION_KEYS;
  }

  /**
   * Null when a row of this key can be written now; else settles when it can. Rejects when its partition could not be created.
   */
  reach(key: number): Promise<void> | null {
    if (key + this.partitionKeys < this.end) return null;
    if (key >= this.end) return this.make(key);
    if (this.making === null && performance.now() - this.failedAt > RETRY_MS)
      this.make(key).catch((cause: unknown) =>
        this.logger.warn({ msg: 'the next partition could not be created ahead of time', err: cause }),
      );
    return null;
  }

  private async make(key: number): Promise<void> {
    await this.making?.catch(() => undefined);
    if (key + this.partitionKeys < this.end) return;
    this.making ??= this.makeAhead(key + 2 * this.partitionKeys).finally(() => {
      this.making = null;
    });
    await this.making;
  }

  private async makeAhead(needed: number): Promise<void> {
    const { schema, tables } = this.tables;
    const ends: number[] = [];
    try {
      for (const table of tables) {
        const { rows } = await this.pool.query<{ end: number }>(`SELECT ${schema}.make_partitions($1, $2, $3) AS end`, [
          table,
          needed,
          this.partitionKeys,
        ]);
        for (const { end } of rows) ends.push(end);
      }
      this.end = Math.min(...ends);
    } catch (error) {
      this.failedAt = performance.now();
      throw error;
    }
  }
}
