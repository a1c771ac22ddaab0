import { createPool, type Pool } from '@foretell/platform-prisma';
import { createTestDatabase, type TestDatabase } from './test-database';

jest.setTimeout(60_000);

const SCHEMAS = ['clob', 'gamma', 'data'] as const;
const ROLES = [...SCHEMAS, 'backup'] as const;
const DENIED = /permission denied|must be (owner|superuser|able)|read-only transaction|must be member|only roles with/i;

/** Each role tries what it has no right to, on every table and function. The template has the roles of roles.sql. */
describe.each(ROLES)('least privilege: the database role of %s', (role) => {
  let database: TestDatabase;
  let pool: Pool;
  const others = SCHEMAS.filter((schema) => schema !== role);

  beforeAll(async () => {
    database = await createTestDatabase();
    const url = new URL(database.url);
    url.username = `foretell_${role}`;
    pool = createPool({ url: url.href, poolMax: 1, applicationName: 'privileges' }, () => undefined);
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  /** Statements that succeeded, or failed for a reason other than permissions; in a transaction that is rolled back. */
  async function notDenied(statements: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const statement of statements) {
      const client = await pool.connect();
      try {
        // A read-only role must be refused for its permissions, not for its own setting.
        await client.query('BEGIN READ WRITE');
        await client.query(statement);
        found.push(`${statement}: done`);
      } catch (error) {
        if (!DENIED.test(String(error))) found.push(`${statement}: ${String(error)}`);
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    }
    return found;
  }

  const tablesOf = async (schemas: readonly string[]): Promise<readonly { table: string; column: string }[]> => {
    const { rows } = await database.pool.query<{ table: string; column: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS table, format('%I', a.attname) AS column
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = 1
        WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'p', 'v', 'm') ORDER BY 1`,
      [schemas],
    );
    expect(rows.length).toBeGreaterThan(0);
    return rows;
  };
  const writes = ({ table, column }: { table: string; column: string }): string[] => [
    `INSERT INTO ${table} DEFAULT VALUES`,
    `UPDATE ${table} SET ${column} = ${column}`,
    `DELETE FROM ${table}`,
    `TRUNCATE ${table}`,
    `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`,
    `DROP TABLE ${table}`,
    `ALTER TABLE ${table} ADD COLUMN mine int`,
    `CREATE TRIGGER mine BEFORE INSERT ON ${table} EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
  ];

  it('may neither read nor change a table of the others', async () => {
    for (const each of await tablesOf(others)) {
      const reads = role === 'backup' ? [] : [`SELECT * FROM ${each.table} LIMIT 1`, `COPY ${each.table} TO STDOUT`];
      expect(await notDenied([...reads, ...writes(each)])).toEqual([]);
    }
  });

  it('may not change the list of applied migrations', async () => {
    expect(await notDenied(writes({ table: 'public._prisma_migrations', column: 'id' }))).toEqual([]);
  });

  it('may not create, alter or truncate tables, not even in its own schema', async () => {
    const own = role === 'backup' ? [] : await tablesOf([role]);
    const statements = own.flatMap(({ table }) => [
      `DROP TABLE ${table}`,
      `TRUNCATE ${table}`,
      `ALTER TABLE ${table} ADD mine int`,
    ]);
    expect(await notDenied(statements)).toEqual([]);
    const made = [...SCHEMAS, 'public'].flatMap((schema) => [
      `CREATE TABLE ${schema}.mine (id int)`,
      `CREATE FUNCTION ${schema}.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
      `DROP SCHEMA ${schema} CASCADE`,
    ]);
    expect(await notDenied(made)).toEqual([]);
  });

  it('may call no function of the others, and no SECURITY DEFINER function', async () => {
    const { rows } = await database.pool.query<{ name: string; nargs: number; types: string[] }>(
      `SELECT format('%I.%I', n.nspname, p.proname) AS name, p.pronargs AS nargs,
              ARRAY(SELECT format_type(t, NULL) FROM unnest(p.proargtypes) t) AS types
         FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname = ANY($1) AND p.prorettype <> 'trigger'::regtype AND (p.prosecdef OR $2)`,
      [others, role !== 'backup'],
    );
    const calls = rows.map(({ name, types }) => `SELECT ${name}(${types.map((type) => `NULL::${type}`).join(', ')})`);
    expect(await notDenied(calls)).toEqual([]);
    if (role !== 'gamma') expect(calls).toContain('SELECT gamma.take_statistics()');
  });

  it('may not reach beyond the database: files, programs, other roles, other databases', async () => {
    const statements = [
      `SELECT pg_read_file('/etc/passwd')`,
      `SELECT pg_ls_dir('/')`,
      `COPY (SELECT 1) TO PROGRAM 'true'`,
      `COPY (SELECT 1) TO '/tmp/mine'`,
      `SELECT lo_import('/etc/passwd')`,
      `CREATE ROLE mine`,
      `CREATE SCHEMA mine`,
      `ALTER ROLE foretell_${role} SUPERUSER`,
      `ALTER SYSTEM SET log_statement = 'all'`,
      `SELECT rolpassword FROM pg_authid`,
      `GRANT foretell_${role === 'clob' ? 'gamma' : 'clob'} TO foretell_${role}`,
      `SET ROLE foretell_${role === 'clob' ? 'gamma' : 'clob'}`,
      `SET SESSION AUTHORIZATION foretell_${role === 'clob' ? 'gamma' : 'clob'}`,
      `SET session_replication_role = replica`,
    ];
    expect(await notDenied(statements.filter((each) => !each.startsWith('ALTER SYSTEM')))).toEqual([]);
    await expect(pool.query(`ALTER SYSTEM SET log_statement = 'all'`)).rejects.toThrow(DENIED);
    await expect(pool.query('CREATE DATABASE mine')).rejects.toThrow(DENIED);
  });

  it('may not terminate or inspect the sessions of the others', async () => {
    const { rows } = await pool.query<{ seen: string }>(
      `SELECT query AS seen FROM pg_stat_activity WHERE usename <> current_user AND query <> '<insufficient privilege>' AND query <> ''`,
    );
    expect(rows).toEqual([]);
    const other = await database.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await expect(pool.query('SELECT pg_terminate_backend($1)', [other.rows[0]?.pid])).rejects.toThrow(DENIED);
  });
});

describe('the role of backups', () => {
  it('may read every table and sequence', async () => {
    const database = await createTestDatabase();
    const { rows } = await database.pool.query<{ readable: boolean; name: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name,
              CASE c.relkind WHEN 'S' THEN has_sequence_privilege('foretell_backup', c.oid, 'SELECT')
                ELSE has_table_privilege('foretell_backup', c.oid, 'SELECT') END AS readable
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname IN ('clob', 'gamma', 'data') AND c.relkind IN ('r', 'p', 'S')`,
    );
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(({ readable }) => !readable)).toEqual([]);
    await database.drop();
  });
});
