import type { Pool } from 'pg';

/** Which of the order ids and ledger references the record already holds. */
export async function knownIds(
  pool: Pool,
  orderIds: readonly string[],
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'known-ids',
    text: `select order_id as id from clob.orders where order_id = any($1::text[])
           union all select reference from clob.ledger_entries where reference = any($2::text[])`,
    values: [orderIds, references],
  });
  return new Set(rows.map(({ id }) => id));
}
