import type { Pool } from '@foretell/platform-prisma';

/** The last applied catalog event, and the lineage that it belongs to (EventApplier.lineage). */
export interface CatalogPlace {
  readonly sequence: number;
  readonly lineage: string | null;
}

/** The catalog checkpoint. The recorder advances the sequence with the commit that applied the events. */
export interface CatalogCheckpoint {
  /** Reads the checkpoint stored in the tables. */
  read(): Promise<CatalogPlace>;
  /** Rejects when the stored checkpoint or lineage differs from `from`. */
  adopt(from: CatalogPlace, lineage: string): Promise<void>;
  /** Resets to before the first event. */
  reset(): Promise<void>;
}

export function catalogCheckpoint(pool: Pool): CatalogCheckpoint {
  return {
    read: async () => {
      const { rows } = await pool.query<CatalogPlace>(`select sequence, lineage from clob.checkpoints where source = 'gamma'`);
      return rows[0] ?? { sequence: 0, lineage: null };
    },
    adopt: async ({ sequence, lineage: before }, lineage) => {
      if (sequence === 0)
        await pool.query(`insert into clob.checkpoints (source, sequence) values ('gamma', 0) on conflict (source) do nothing`);
      const { rowCount } = await pool.query(
        `update clob.checkpoints set lineage = $3 where source = 'gamma' and sequence = $1 and lineage is not distinct from $2`,
        [sequence, before, lineage],
      );
      if (rowCount !== 1) throw new Error(`the checkpoint of the catalog's events is not at ${sequence}: looking again`);
    },
    reset: async () => {
      await pool.query(`update clob.checkpoints set sequence = 0, lineage = null where source = 'gamma'`);
    },
  };
}
