import type { Pool, PoolClient } from '@foretell/platform-prisma';

/** Allows one rebuild at a time over all replicas: the key of a PostgreSQL advisory lock, otherwise unused in this database. */
const LOCK_KEY = 7_236_401;

export async function hasArchivedActivity(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT 1 FROM data.archived LIMIT 1');
  return rowCount === 1;
}

/** The connection that holds the lock; null when another rebuild holds it. */
export async function lockRebuild(pool: Pool): Promise<PoolClient | null> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [LOCK_KEY]);
    if (rows[0]?.locked === true) return client;
    client.release();
    return null;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

export function unlockRebuild(client: PoolClient): void {
  client.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY]).then(
    () => client.release(),
    () => client.release(true),
  );
}
