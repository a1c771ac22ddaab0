import { Partitions, type Pool } from '@foretell/platform-prisma';
import type { RecordHead } from './batch';

const SCHEMA = 'clob';

/** Partitions for what the next commits write: facts into the journal, trades with their fills into the tables. */
export class RecordPartitions {
  private readonly facts: Partitions;
  private readonly trades: Partitions;

  constructor(pool: Pool, partitionKeys?: number) {
    const size = partitionKeys === undefined ? {} : { partitionKeys };
    this.facts = new Partitions(pool, { schema: SCHEMA, tables: ['journal'], ...size });
    this.trades = new Partitions(pool, { schema: SCHEMA, tables: ['trades', 'fills'], ...size });
  }

  /** Null when there is room up to this head; else settles when there is. */
  reach({ sequence, totals }: RecordHead): Promise<unknown> | null {
    const facts = this.facts.reach(sequence);
    const trades = this.trades.reach(totals.tradeNumber);
    return facts === null && trades === null ? null : Promise.all([facts, trades]);
  }
}
