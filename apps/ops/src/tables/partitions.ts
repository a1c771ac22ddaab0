import type { Client } from 'pg';

const BOUND = /^FROM \((?:MINVALUE|'\d+')\) TO \('\d+'\)$/;

/** Whether it is a partition's bound as PostgreSQL writes ours; one that comes out of a file becomes text of a statement. */
export function isPartitionBound(bound: string): boolean {
  return BOUND.test(bound);
}

/**
 * Makes the table that is to be a partition of that bound, as part of the client's transaction; returns its name. The trading
 * surface reaches a partition through its table only, as with those that clob.make_partitions makes.
 */
export async function makePartition(client: Client, table: string, bound: string): Promise<string> {
  const partition = `${table}_${/'(\d+)'\)$/.exec(bound.replace(/ TO .*/, ''))?.[1] ?? 0}`;
  await client.query(`CREATE TABLE ${partition} (LIKE ${table} INCLUDING ALL)`);
  if (!table.startsWith('clob.')) return partition;
  const { rowCount } = await client.query(`SELECT FROM pg_roles WHERE rolname = 'foretell_clob'`);
  if (rowCount === 1) await client.query(`REVOKE ALL ON ${partition} FROM foretell_clob`);
  return partition;
}
