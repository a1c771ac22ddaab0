import { Inject, Injectable } from '@nestjs/common';
import type { Lineage, PackedMessage } from '@foretell/contracts';
import type { JournalReader } from '@foretell/platform-nats';
import { DATABASE_POOL, inTransaction, type Pool } from '@foretell/platform-prisma';
import { lockHead } from '../store/catalog.store';
import { catalogLineages } from '../store/catalog-lineage';
import { CATALOG_POSITION, JOURNAL_FROM, type CatalogPosition, type JournalRow } from '../store/store.query';

/** gamma.journal, as the relay reads it. */
@Injectable()
export class CatalogJournal implements JournalReader {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async readFrom(sequence: number, limitMessages: number): Promise<PackedMessage[]> {
    const { rows } = await this.pool.query<JournalRow>({ ...JOURNAL_FROM, values: [sequence, limitMessages] });
    return rows.map((row) => ({ firstSequence: row.first_sequence, lastSequence: row.last_sequence, bytes: row.payload }));
  }

  async headSequence(): Promise<number> {
    const { rows } = await this.pool.query<CatalogPosition>({ ...CATALOG_POSITION });
    return rows[0]?.sequence ?? 0;
  }

  /** The catalog publishes few events: none is archived. */
  baseSequence(): Promise<number> {
    return Promise.resolve(0);
  }

  async lineage(): Promise<Lineage> {
    const lineage = await catalogLineages.valid(this.pool);
    if (lineage !== null) return lineage;
    return inTransaction(this.pool, async (client) => {
      await lockHead(client);
      return catalogLineages.current(client);
    });
  }

  beginLineage(afterSequence: number, reason: string): Promise<Lineage> {
    return inTransaction(this.pool, async (client) => {
      await lockHead(client);
      return catalogLineages.begin(client, afterSequence, reason);
    });
  }
}
