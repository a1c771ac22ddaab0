import type { Client } from 'pg';

const BOUND = /^FROM \((?:MINVALUE|'\d+')\) TO \('\d+'\)$/;

/** Whether the text is a partition bound as PostgreSQL writes ours. A bound from a file becomes SQL text. */
export function isPartitionBound(bound: string): boolean {
  return BOUND.test(bound);
}

/**
 * Creates the table of a partition with that bound, in the client's transaction; returns its name. The trading service's role
 * reaches a partition only through its parent, as with partitions that clob.make_partitions creates.
 */
export async function makePartition(client: Client, table: string, bound: string): Promise<string> {
  const partition = `${table}_${/'(\d+)'\)$/.exec(bound.replace(/ TO .*/, ''))?.[1] ?? 0}`;
  await client.query(`CREATE TABLE ${partition} (LIKE ${table} INCLUDING ALL)`);
  if (!table.startsWith('clob.')) return partition;
  const { rowCount } = await client.query(`SELECT FROM pg_roles WHERE rolname = 'foretell_clob'`);
  if (rowCount === 1) await client.query(`REVOKE ALL ON ${partition} FROM foretell_clob`);
  return partition;
}
