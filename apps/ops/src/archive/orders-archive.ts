import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { columnsOf, lastMigration } from '../tables/catalog.query';
import { loadRows, writeRows } from '../tables/row-file';
import { inTransaction } from '../tables/transaction';
import { keepInManifest, insertArchived } from './make-archive';
import type { Entry } from './manifest';

export const ORDERS = 'clob.orders';
const SLICE_ROWS = 500_000;
/** Orders that are neither live nor delayed, were placed before $1, and whose trades are all archived. Nothing reads them. */
const LEAVING = `FROM clob.orders o WHERE o.status NOT IN (1, 2) AND o.accepted_at < $1
  AND NOT EXISTS (SELECT FROM clob.trades t WHERE t.taker_order_id = o.order_id)
  AND NOT EXISTS (SELECT FROM clob.fills f WHERE f.maker_order_id = o.order_id)`;

/** Number of orders that would be archived if no partition were archived first. */
export async function leavingOrders(client: Client, before: number): Promise<number> {
  const { rows } = await client.query<{ orders: number }>(`SELECT count(*) AS orders ${LEAVING}`, [before]);
  return rows[0]?.orders ?? 0;
}

/**
 * Archives ended orders in slices, each in one transaction. Ids are hashes, so age selects no range of ids; orders are deleted
 * row by row. The ids of orders stay stored if their signed time does not prove that they are older than the archive.
 */
export async function archiveOrders(client: Client, folder: string, before: number): Promise<readonly Entry[]> {
  mkdirSync(folder, { recursive: true });
  const made: Entry[] = [];
  for (let entry = await slice(client, folder, before); entry !== null; entry = await slice(client, folder, before))
    made.push(entry);
  return made;
}

function slice(client: Client, folder: string, untilAt: number): Promise<Entry | null> {
  return inTransaction(client, async () => {
    await client.query('CREATE TEMPORARY TABLE leaving (order_id bytea PRIMARY KEY) ON COMMIT DROP');
    await client.query(`INSERT INTO leaving SELECT o.order_id ${LEAVING} LIMIT ${SLICE_ROWS}`, [untilAt]);
    await client.query('ANALYZE leaving');
    const entry = await written(client, folder, untilAt);
    if (entry.rows === 0) return null;
    await keepInManifest(client, folder, [entry]);
    await client.query(
      `INSERT INTO clob.archived_ids SELECT order_id FROM clob.orders o JOIN leaving USING (order_id)
       WHERE clob.signed_at(o.signed) IS NULL OR clob.signed_at(o.signed) >= $1 ON CONFLICT DO NOTHING`,
      [untilAt],
    );
    await client.query('DELETE FROM clob.orders o USING leaving l WHERE l.order_id = o.order_id');
    await insertArchived(client, 'clob', entry, {});
    return entry;
  });
}

async function written(client: Client, folder: string, untilAt: number): Promise<Entry> {
  const { rows } = await client.query<{ number: number }>(
    'SELECT coalesce(max(to_key), 0) + 1 AS number FROM clob.archived WHERE table_name = $1',
    [ORDERS],
  );
  const number = rows[0]?.number ?? 1;
  const columns = await columnsOf(client, ORDERS);
  const file = `${ORDERS}.${untilAt}-${number}.copy.gz`;
  const select = `SELECT ${columns.join(', ')} FROM clob.orders JOIN leaving USING (order_id) ORDER BY accepted_at, priority`;
  const figures = await writeRows(client, select, join(folder, file));
  const migration = await lastMigration(client);
  return {
    table: ORDERS,
    group: 'orders',
    bound: '',
    file,
    ...figures,
    fromKey: number,
    toKey: number,
    untilAt,
    columns,
    migration,
  };
}

/** Runs in the caller's transaction. */
export async function restoreOrders(client: Client, folder: string, { file, columns, fromKey }: Entry): Promise<void> {
  const names = columns.join(', ');
  await client.query('CREATE TEMPORARY TABLE returning_orders (LIKE clob.orders) ON COMMIT DROP');
  await loadRows(client, join(folder, file), `returning_orders (${names})`);
  await client.query(`INSERT INTO clob.orders (${names}) SELECT ${names} FROM returning_orders`);
  await client.query('DELETE FROM clob.archived_ids a USING returning_orders r WHERE r.order_id = a.order_id');
  await client.query('DELETE FROM clob.archived WHERE table_name = $1 AND from_key = $2', [ORDERS, fromKey]);
}
