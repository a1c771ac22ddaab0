import type { Client } from 'pg';

/** Runs `work` in one transaction. A failure is that of the work, also when the connection is lost and cannot roll back. */
export async function inTransaction<T>(client: Client, work: () => Promise<T>, begin = 'BEGIN'): Promise<T> {
  try {
    await client.query(begin);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
