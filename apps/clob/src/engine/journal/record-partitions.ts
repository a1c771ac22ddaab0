import { Partitions, type Pool } from '@foretell/platform-prisma';
import type { RecordHead } from './batch';

const SCHEMA = 'clob';

/** Creates the partitions for upcoming commits: journal rows for events, table rows for trades and fills. */
export class RecordPartitions {
  private readonly facts: Partitions;
  private readonly trades: Partitions;

  constructor(pool: Pool, partitionKeys?: number) {
    const size = partitionKeys === undefined ? {} : { partitionKeys };
    this.facts = new Partitions(pool, { schema: SCHEMA, tables: ['journal'], ...size });
    this.trades = new Partitions(pool, { schema: SCHEMA, tables: ['trades', 'fills'], ...size });
  }

  /** Null when the partitions reach this head; otherwise a promise that settles when they do. */
  reach({ sequence, totals }: RecordHead): Promise<unknown> | null {
    const events = this.facts.reach(sequence);
    const trades = this.trades.reach(totals.tradeNumber);
    return events === null && trades === null ? null : Promise.all([events, trades]);
  }
}
