import { createPool } from '@foretell/platform-prisma';
import type { Pool } from '@foretell/platform-prisma';
import { createTestDatabase } from './test-database';
import type { TestDatabase } from './test-database';

/** Reachable only through the journal, to which the role may insert and nothing more. */
const PART_OF_JOURNAL =
  "format('%I.%I', schemaname, tablename)::regclass IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'clob.journal'::regclass)";
/** A column of each table; `reference` by default. */
const OF_EACH: Readonly<Record<string, string>> = { journal: 'first_sequence', lineages: 'parent', audit: 'actor' };
const APPENDED = ['journal', 'lineages', 'ledger_entries', 'audit'];

/** Source: ARCHITECTURE.md, Picture. The template has the roles of deploy/sql/roles.sql. */
describe.each(['clob', 'gamma', 'data'])('the database role of %s', (service) => {
  let database: TestDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    const url = new URL(database.url);
    url.username = `foretell_${service}`;
    pool = createPool({ url: url.href, poolMax: 1, applicationName: 'role' }, () => undefined);
  });

  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('may read the list of applied migrations, and not write it', async () => {
    await expect(pool.query('SELECT migration_name FROM public._prisma_migrations')).resolves.toMatchObject({
      command: 'SELECT',
    });
    await expect(pool.query('DELETE FROM public._prisma_migrations')).rejects.toThrow('permission denied');
  });

  it('may read and write its own tables, and no other', async () => {
    const { rows } = await database.pool.query<{ own: boolean; rights: boolean }>(
      `SELECT DISTINCT schemaname = $2 AS own, bool_or(has_table_privilege($1, format('%I.%I', schemaname, tablename),
        right_name)) AS rights
       FROM pg_tables, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS right_name
       WHERE schemaname IN ('clob', 'gamma', 'data', 'public')
         AND NOT (tablename = '_prisma_migrations' AND right_name = 'SELECT')
         AND NOT (tablename = ANY($3) AND right_name IN ('UPDATE', 'DELETE'))
         AND NOT ${PART_OF_JOURNAL} GROUP BY schemaname, tablename, right_name`,
      [`foretell_${service}`, service, APPENDED],
    );
    expect(rows.filter(({ own, rights }) => own !== rights)).toEqual([]);
    expect(rows).toContainEqual({ own: true, rights: true });
  });

  it('may only insert into the journal, the funds movements and the audit', async () => {
    const { rows } = await database.pool.query<{ tablename: string }>(
      'SELECT tablename FROM pg_tables WHERE schemaname = $1 AND tablename = ANY($2)',
      [service, APPENDED],
    );
    expect(rows).toContainEqual({ tablename: 'audit' });
    for (const { tablename } of rows) {
      const table = `${service}.${tablename}`;
      await expect(pool.query(`DELETE FROM ${table}`)).rejects.toThrow('permission denied');
      await expect(pool.query(`TRUNCATE ${table}`)).rejects.toThrow('permission denied');
      const column = OF_EACH[tablename] ?? 'reference';
      await expect(pool.query(`UPDATE ${table} SET ${column} = ${column}`)).rejects.toThrow('permission denied');
    }
  });

  it('may not access a partition of the journal directly', async () => {
    const { rows } = await database.pool.query<{ rights: boolean }>(
      `SELECT has_table_privilege($1, format('%I.%I', schemaname, tablename), 'SELECT, INSERT, UPDATE, DELETE') AS rights
       FROM pg_tables WHERE ${PART_OF_JOURNAL}`,
      [`foretell_${service}`],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ rights }) => rights)).toEqual([]);
  });

  it('may not create or drop tables', async () => {
    await expect(pool.query(`CREATE TABLE ${service}.mine (id int)`)).rejects.toThrow(`permission denied for schema ${service}`);
    await expect(pool.query('CREATE TABLE public.mine (id int)')).rejects.toThrow('permission denied for schema public');
  });

  it('may use tables of later migrations', async () => {
    await database.pool.query(`CREATE TABLE ${service}.later (id bigserial PRIMARY KEY)`);
    await expect(pool.query(`INSERT INTO ${service}.later DEFAULT VALUES RETURNING id`)).resolves.toMatchObject({
      rows: [{ id: 1 }],
    });
  });
});
