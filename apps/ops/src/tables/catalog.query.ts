import type { Client } from 'pg';

export interface TableShape {
  /** Schema-qualified. */
  readonly name: string;
  /**
   * Bounds of the partitions, as PostgreSQL writes them, such as FROM (MINVALUE) TO ('10'); null for a table that is not
   * partitioned.
   */
  readonly bounds: readonly string[] | null;
}

export interface Migration {
  readonly name: string;
  readonly checksum: string;
}

/** The services' tables, without partitions. */
export async function serviceTables(client: Client): Promise<readonly TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name,
      CASE WHEN c.relkind = 'p' THEN coalesce((
        SELECT json_agg(replace(pg_get_expr(p.relpartbound, p.oid), 'FOR VALUES ', '') ORDER BY p.oid)
          FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid WHERE i.inhparent = c.oid), '[]') END AS bounds
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('clob', 'gamma', 'data') AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`);
  return rows;
}

/** In the table's order. */
export async function columnsOf(client: Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname::text AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** In order of application; empty for a database whose migrations were applied by other means. */
export async function appliedMigrations(client: Client): Promise<readonly Migration[]> {
  const { rows: found } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS found`,
  );
  if (found[0]?.found !== true) return [];
  const { rows } = await client.query<Migration>(
    `SELECT migration_name AS name, checksum FROM public._prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

/** Empty for a database whose migrations were applied by other means. */
export async function lastMigration(client: Client): Promise<string> {
  return (await appliedMigrations(client)).at(-1)?.name ?? '';
}
