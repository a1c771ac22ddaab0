import type { Pool } from '@foretell/platform-prisma';
import { GENERATION_TABLES } from '../rebuild/generation-swap.query';

const TABLES = GENERATION_TABLES.filter((table) => table !== 'facts_set_aside');

/**
 * Every row of a generation as PostgreSQL prints it, without the generation number: two generations with equal rows are byte for
 * byte equal.
 */
export async function generationRows(pool: Pool, generation: number): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of TABLES) {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT (to_jsonb(t) - 'generation')::text AS row FROM data.${table} t WHERE generation = $1 ORDER BY 1`,
      [generation],
    );
    all[table] = rows.map(({ row }) => row);
  }
  return all;
}
