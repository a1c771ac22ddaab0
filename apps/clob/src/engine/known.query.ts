import type { Pool } from 'pg';
import type { Recorder } from './recorder/recorder';

/**
 * Which of the order ids and ledger references were committed before the call. What the recorder holds is looked up first: what it hands over to
 * the tables meanwhile is then found in either place or in both.
 */
export async function knownIds(
  pool: Pool,
  recorder: Recorder,
  orderIds: readonly string[],
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  const held = [...recorder.holding(orderIds), ...recorder.holding(references)];
  const recorded = await recordedIds(pool, orderIds, references);
  return held.length === 0 ? recorded : new Set([...recorded, ...held]);
}

/** Which of the order ids and ledger references the tables hold. */
async function recordedIds(pool: Pool, orderIds: readonly string[], references: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'known-ids',
    text: `select order_id as id from clob.orders where order_id = any($1::text[])
           union all select reference from clob.ledger_entries where reference = any($2::text[])`,
    values: [orderIds, references],
  });
  return new Set(rows.map(({ id }) => id));
}
