import { inTransaction, type Pool, type PoolClient } from '@foretell/platform-prisma';
import type { EventSource } from '@foretell/contracts';
import { readCheckpoint } from '../database/generation.query';

const SOURCES: readonly EventSource[] = ['clob', 'gamma'];
export const GENERATION_TABLES = [
  'activity',
  'positions',
  'marks',
  'minutes',
  'builder_volumes',
  'conditions',
  'wallets',
  'markets',
  'checkpoints',
  'facts_set_aside',
] as const;
const CHUNK_ROWS = 20_000;

/** The ends of the streams when the build began. */
export type StreamEnds = Readonly<Record<EventSource, number>>;

/**
 * Events that `next` still lacks, compared with `live`. A `live` of another lineage may contain events that never happened. Then
 * `next` is compared with the ends of the streams when the build began.
 */
export async function eventsBehind(client: Pool | PoolClient, live: number, next: number, ends: StreamEnds): Promise<number> {
  let behind = 0;
  for (const source of SOURCES) {
    const held = await readCheckpoint(client, live, source);
    const built = await readCheckpoint(client, next, source);
    const wanted = held.lineage === built.lineage ? held.sequence : ends[source];
    behind += Math.max(0, wanted - built.sequence);
  }
  return behind;
}

/**
 * Makes `next` the live generation if it lacks nothing; returns false otherwise. The row lock blocks live events during the swap;
 * they then continue in the new generation from its own checkpoint.
 */
export async function swapGeneration(pool: Pool, live: number, next: number, ends: StreamEnds): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ generation: number }>('SELECT generation FROM data.projection WHERE id = 1 FOR UPDATE');
    if (rows[0]?.generation !== live)
      throw new Error(`generation ${live} is no longer live: another rebuild has overtaken this one`);
    if ((await eventsBehind(client, live, next, ends)) > 0) return false;
    await client.query('UPDATE data.projection SET generation = $1 WHERE id = 1', [next]);
    return true;
  });
}

/** Removes the rows of all generations but one, in chunks so that reads continue. */
export async function clearGenerationsExcept(pool: Pool, kept: number): Promise<void> {
  for (const table of GENERATION_TABLES) {
    for (const part of await partsOf(pool, table)) {
      // Ranges of the primary key, which begins with the generation.
      for (const others of ['<', '>']) await clear(pool, part, others, kept);
    }
  }
}

/** The partitions that contain rows: a row's ctid is unique only within its partition. */
async function partsOf(pool: Pool, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ part: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS part FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND (c.oid = $1::regclass OR c.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = $1::regclass))
     ORDER BY 1`,
    [`data.${table}`],
  );
  return rows.map(({ part }) => part);
}

async function clear(pool: Pool, table: string, others: string, kept: number): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE generation ${others} $1 LIMIT ${CHUNK_ROWS}))`,
      [kept],
    );
    if ((rowCount ?? 0) < CHUNK_ROWS) return;
  }
}
