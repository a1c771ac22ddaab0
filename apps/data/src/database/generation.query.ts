import { writeStatement, type NoRow, type Pool, type PoolClient, type Statement } from '@foretell/platform-prisma';
import type { EventSource } from '@foretell/contracts';
import type { EventPlace } from '@foretell/platform-nats';

/** Time of the last event, and how many wallets and conditions are numbered. */
export interface Counters {
  readonly at: number;
  readonly wallets: number;
  readonly conditions: number;
}
export interface Checkpoint extends Counters, EventPlace {}
export const NO_COUNTERS: Counters = { at: 0, wallets: 0, conditions: 0 };
const BEGINNING: Checkpoint = { sequence: 0, lineage: null, ...NO_COUNTERS };

/** A subquery for reads: the live generation. One row by primary key, evaluated once per statement. */
export const LIVE = '(SELECT generation FROM data.projection WHERE id = 1)';

export const HOLD_GENERATION: Statement<{ readonly generation: number }> = {
  name: 'hold-generation',
  text: 'SELECT generation FROM data.projection WHERE id = 1 FOR SHARE',
  columns: { generation: 'smallint' },
};
export const MOVE_CHECKPOINT: Statement<NoRow> = writeStatement(
  'move-checkpoint',
  `UPDATE data.checkpoints SET sequence = $4, at = $5, wallets = $6, conditions = $7
    WHERE generation = $1 AND source = $2 AND sequence = $3 AND lineage IS NOT DISTINCT FROM $8`,
);

/** Creates the initial rows. Idempotent. */
export async function ensureProjection(pool: Pool): Promise<void> {
  await pool.query('INSERT INTO data.projection (id, generation) VALUES (1, 1) ON CONFLICT DO NOTHING');
}

export async function hasProjection(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT generation FROM data.projection WHERE id = 1');
  return rowCount === 1;
}

export async function liveGeneration(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ generation: number }>(`SELECT ${LIVE} AS generation`);
  return rows[0]?.generation ?? 1;
}

/** The live generation, locked against a swap until the transaction ends. */
export async function holdLiveGeneration(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ generation: number }>({ ...HOLD_GENERATION });
  const generation = rows[0]?.generation;
  if (generation === undefined) throw new Error('data.projection is empty: the service was not started on this database');
  return generation;
}

export async function readCheckpoint(client: Pool | PoolClient, generation: number, source: EventSource): Promise<Checkpoint> {
  const { rows } = await client.query<Checkpoint>(
    'SELECT sequence, lineage, at, wallets, conditions FROM data.checkpoints WHERE generation = $1 AND source = $2',
    [generation, source],
  );
  return rows[0] ?? BEGINNING;
}

/**
 * Moves the checkpoint by compare-and-set. Throws when it is not where the batch begins, because another process has applied
 * these events or events are missing, or when its lineage differs. Called first in a transaction, so that its row lock serialises
 * appliers.
 */
export async function moveCheckpoint(
  client: PoolClient,
  generation: number,
  source: EventSource,
  from: EventPlace,
  to: Counters & { readonly sequence: number },
): Promise<void> {
  if (from.sequence === 0) await beginCheckpoint(client, generation, source);
  const { rowCount } = await client.query({
    ...MOVE_CHECKPOINT,
    values: [generation, source, from.sequence, to.sequence, to.at, to.wallets, to.conditions, from.lineage],
  });
  if (rowCount !== 1) throw checkpointMoved(source, generation, from.sequence);
}

/** Sets the lineage of everything applied from here on. Throws when the checkpoint or its lineage has moved. */
export async function adoptLineage(
  client: Pool | PoolClient,
  generation: number,
  source: EventSource,
  from: EventPlace,
  lineage: string,
): Promise<void> {
  if (from.sequence === 0) await beginCheckpoint(client, generation, source);
  const { rowCount } = await client.query(
    `UPDATE data.checkpoints SET lineage = $4
      WHERE generation = $1 AND source = $2 AND sequence = $3 AND lineage IS NOT DISTINCT FROM $5`,
    [generation, source, from.sequence, lineage, from.lineage],
  );
  if (rowCount !== 1) throw checkpointMoved(source, generation, from.sequence);
}

async function beginCheckpoint(client: Pool | PoolClient, generation: number, source: EventSource): Promise<void> {
  const beginning = `INSERT INTO data.checkpoints (generation, source, sequence, at, wallets, conditions) VALUES ($1, $2, 0, 0, 0, 0) ON CONFLICT DO NOTHING`;
  await client.query(beginning, [generation, source]);
}

export function checkpointMoved(source: EventSource, generation: number, from: number): Error {
  return new Error(`events of ${source} after ${from} cannot be applied: the checkpoint of generation ${generation} has moved`);
}
