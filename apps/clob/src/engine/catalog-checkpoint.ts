import type { Pool } from '@foretell/platform-prisma';

/** How far the catalog's facts are applied, and as which history of the catalog's record (FactApplier.lineage). */
export interface CatalogPlace {
  readonly sequence: number;
  readonly lineage: string | null;
}

/** The checkpoint beside what the recorder writes: the recorder moves the sequence, with the commit that applied the facts. */
export interface CatalogCheckpoint {
  /** Of what the tables hold. */
  read(): Promise<CatalogPlace>;
  /** Rejects when the checkpoint or its lineage is another one. */
  adopt(from: CatalogPlace, lineage: string): Promise<void>;
  /** Back before the first fact. */
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
      if (rowCount !== 1) throw new Error(`the checkpoint of the catalog's facts is not at ${sequence}: looking again`);
    },
    reset: async () => {
      await pool.query(`update clob.checkpoints set sequence = 0, lineage = null where source = 'gamma'`);
    },
  };
}
