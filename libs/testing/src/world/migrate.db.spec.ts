import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createTestDatabase, type TestDatabase } from './test-database';

const ROOT = resolve(__dirname, '../../../..');
const execute = promisify(execFile);

jest.setTimeout(60_000);

/** The guarantees of docs/decisions/migrations.md about applying a migration while a site runs. */
describe('a migration of a running site', () => {
  let database: TestDatabase;
  let folder: string;

  beforeEach(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'foretell-migrate-'));
    for (const part of ['tools/migrate', 'tools/migrate.mjs', 'prisma', 'deploy/sql'])
      cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  });
  afterEach(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const migrate = async (sql: string): Promise<string> => {
    const migration = join(folder, 'prisma/migrations/99990101000000_next');
    mkdirSync(migration, { recursive: true });
    writeFileSync(join(migration, 'migration.sql'), sql);
    const environment = { ...process.env, DATABASE_URL: database.url };
    return (await execute(process.execPath, [join(folder, 'tools/migrate.mjs')], { env: environment })).stdout;
  };
  /** Start times of the attempts that were seen waiting for a lock. */
  const attempts = async (wanted: number): Promise<void> => {
    const seen = new Set<string>();
    while (seen.size < wanted) {
      const { rows } = await database.pool.query<{ began: string }>(
        `select query_start::text as began from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      for (const { began } of rows) seen.add(began);
      await delay(20);
    }
  };

  it('lets others proceed when it does not get a lock, and is retried until it does', async () => {
    const reader = await database.pool.connect();
    try {
      await reader.query('begin; select from clob.orders');
      const migrating = migrate(`SET lock_timeout = '300ms'; ALTER TABLE clob.orders ADD COLUMN tag TEXT;`);
      await attempts(2);
      await reader.query('commit');
      expect(await migrating).toMatch(/applied 99990101000000_next/);
    } finally {
      reader.release();
    }
    await expect(database.pool.query('select tag from clob.orders')).resolves.toMatchObject({ rows: [] });
    const unfinished = await database.pool.query('select from public._prisma_migrations where finished_at is null');
    expect(unfinished.rowCount).toBe(0);
  });

  it('creates an index CONCURRENTLY if that is the only statement of its file', async () => {
    expect(await migrate('CREATE INDEX CONCURRENTLY "orders_next_idx" ON "clob"."orders"("flags");')).toMatch(/applied 9999/);
    const { rows } = await database.pool.query(
      `select indisvalid from pg_index where indexrelid = 'clob.orders_next_idx'::regclass`,
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  it('leaves nothing of a migration that fails', async () => {
    await expect(migrate('ALTER TABLE clob.orders ADD COLUMN tag TEXT; SELECT 1 / 0;')).rejects.toThrow(/division by zero/);
    await expect(database.pool.query('select tag from clob.orders')).rejects.toThrow(/does not exist/);
  });
});
