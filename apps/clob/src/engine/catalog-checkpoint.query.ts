import type { EventPlace } from '@foretell/platform-nats';
import type { Pool } from '@foretell/platform-prisma';

/** The catalog checkpoint. The projector advances the sequence with the commit that applied the events. */
export interface CatalogCheckpoint {
  /** Reads the checkpoint stored in the tables. */
  read(): Promise<EventPlace>;
  /** Rejects when the stored checkpoint or lineage differs from `from`. */
  adopt(from: EventPlace, lineage: string): Promise<void>;
  /** Resets to before the first event. */
  reset(): Promise<void>;
}

export function catalogCheckpoint(pool: Pool): CatalogCheckpoint {
  return {
    read: async () => {
      const { rows } = await pool.query<EventPlace>(`SELECT sequence, lineage FROM clob.checkpoints WHERE source = 'gamma'`);
      return rows[0] ?? { sequence: 0, lineage: null };
    },
    adopt: async ({ sequence, lineage: before }, lineage) => {
      if (sequence === 0)
        await pool.query(`INSERT INTO clob.checkpoints (source, sequence) VALUES ('gamma', 0) ON CONFLICT (source) DO NOTHING`);
      const { rowCount } = await pool.query(
        `UPDATE clob.checkpoints SET lineage = $3 WHERE source = 'gamma' AND sequence = $1 AND lineage IS NOT DISTINCT FROM $2`,
        [sequence, before, lineage],
      );
      if (rowCount !== 1) throw new Error(`the checkpoint of the catalog's events is not at ${sequence}: looking again`);
    },
    reset: async () => {
      await pool.query(`UPDATE clob.checkpoints SET sequence = 0, lineage = NULL WHERE source = 'gamma'`);
    },
  };
}
