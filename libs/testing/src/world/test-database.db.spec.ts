import { createPool, inTransaction } from '@foretell/platform-prisma';
import { createTestDatabase } from './test-database';
import type { TestDatabase } from './test-database';

describe('a test database', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  it('is migrated', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `SELECT nspname AS name FROM pg_namespace WHERE nspname IN ('clob', 'gamma', 'data') ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['clob', 'data', 'gamma']);
  });

  it('is isolated from another one', async () => {
    const other = await createTestDatabase();
    await database.pool.query('CREATE TABLE mine (id int)');
    const { rows } = await other.pool.query(`SELECT to_regclass('public.mine') AS found`);
    await other.drop();
    expect(rows).toEqual([{ found: null }]);
  });

  it('reads BIGINT as a number and refuses one beyond a safe integer', async () => {
    const { rows } = await database.pool.query(`SELECT 9007199254740991::bigint AS most, '{1,2}'::bigint[] AS list`);
    expect(rows).toEqual([{ most: Number.MAX_SAFE_INTEGER, list: [1, 2] }]);
    await expect(database.pool.query('SELECT 9007199254740992::bigint')).rejects.toThrow('does not fit a safe integer');
  });

  it('commits when the transaction resolves, and rolls back when it rejects', async () => {
    await database.pool.query('CREATE TABLE ledger (id int)');
    await expect(
      inTransaction(database.pool, async (client) => (await client.query('INSERT INTO ledger VALUES (1)')).rowCount),
    ).resolves.toBe(1);
    const failing = inTransaction(database.pool, async (client) => {
      await client.query('INSERT INTO ledger VALUES (2)');
      throw new Error('no funds');
    });
    await expect(failing).rejects.toThrow('no funds');
    expect((await database.pool.query('SELECT id FROM ledger')).rows).toEqual([{ id: 1 }]);
  });

  it('replaces a connection that broke inside a transaction, and reports one that broke while idle', async () => {
    const broken = new Promise<Error>((resolve) => {
      const pool = createPool({ url: database.url, poolMax: 1, applicationName: 'victim' }, (error) => {
        resolve(error);
        void pool.end();
      });
      void pool
        .query('SELECT pg_backend_pid() AS pid')
        .then(({ rows }) => database.pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid]));
    });
    await expect(broken).resolves.toThrow('terminating connection');
    const lost = inTransaction(database.pool, (client) => client.query('SELECT pg_terminate_backend(pg_backend_pid())'));
    await expect(lost).rejects.toThrow();
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});
