import { Inject, Injectable } from '@nestjs/common';
import type { Lineage, PackedMessage } from '@foretell/contracts';
import { LineageTable, type JournalReader } from '@foretell/platform-nats';
import { VITAL_POOL, type Pool } from '@foretell/platform-prisma';
import { headRow } from './head.query';

/** The journal of the trading service as the relay reads it. */
@Injectable()
export class JournalQuery implements JournalReader {
  private readonly lineages = new LineageTable('clob');

  constructor(@Inject(VITAL_POOL) private readonly pool: Pool) {}

  async readFrom(sequence: number, limitMessages: number): Promise<PackedMessage[]> {
    const { rows } = await this.pool.query<{ firstSequence: number; lastSequence: number; payload: Buffer }>(
      `SELECT first_sequence AS "firstSequence", last_sequence AS "lastSequence", payload FROM clob.journal
       WHERE last_sequence >= $1 ORDER BY last_sequence LIMIT $2`,
      [sequence, limitMessages],
    );
    return rows.map(({ firstSequence, lastSequence, payload }) => ({ firstSequence, lastSequence, bytes: payload }));
  }

  async headSequence(): Promise<number> {
    const { rows } = await this.pool.query<{ sequence: number }>(headRow('journal_head', 'sequence'));
    return rows[0]?.sequence ?? 0;
  }

  async baseSequence(): Promise<number> {
    const { rows } = await this.pool.query<{ base: number }>(
      `SELECT coalesce(max(to_key), 0) AS base FROM clob.archived
       WHERE table_name = 'clob.journal' AND row_count > 0`,
    );
    return rows[0]?.base ?? 0;
  }

  /** The lineage that the holder of the lease found or began. */
  lineage(): Promise<Lineage> {
    return this.lineages.current(this.pool);
  }

  /** Called by the writer only. */
  beginLineage(afterSequence: number, reason: string): Promise<Lineage> {
    return this.lineages.begin(this.pool, afterSequence, reason);
  }
}
