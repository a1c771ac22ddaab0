import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabaseBefore, type EarlierDatabase } from './upgrade';

const MIGRATIONS = join(__dirname, '../../../../prisma/migrations');
const SETTINGS = `SET lock_timeout = '1s';\n`;
/**
 * A migration for this test: `count` of clob.limits becomes `per_second`, as an expansion and, a release later, a contraction.
 */
const MADE = {
  '99990101000000_expand': `ALTER TABLE "clob"."limits" ADD COLUMN "per_second" BIGINT;
ALTER TABLE "clob"."limits" ALTER COLUMN "count" SET DEFAULT 0;
-- Safe: some rows, written by operators.
UPDATE "clob"."limits" SET "per_second" = "count";`,
  '99990102000000_contract': `-- Contract: nothing reads it since the release before.
-- squawk-ignore ban-drop-column
ALTER TABLE "clob"."limits" DROP COLUMN "count";`,
};
const EXPAND = '99990101000000_expand';

/** The guarantees of docs/decisions/migrations.md for both parts of a change, tested with a change that no release has. */
describe('a database of the release before', () => {
  let folder: string;
  let database: EarlierDatabase;
  const of = async (sql: string): Promise<unknown[]> => (await database.pool.query(sql)).rows;
  const before = (name: string): Promise<unknown[]> =>
    of(`insert into clob.limits (name, count, changed_at) values ('${name}', 7, 1) returning count`);
  const after = (name: string): Promise<unknown[]> =>
    of(`insert into clob.limits (name, per_second, changed_at) values ('${name}', 7, 1) returning per_second`);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'foretell-migrations-'));
    cpSync(MIGRATIONS, folder, { recursive: true });
    for (const [name, sql] of Object.entries(MADE)) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'migration.sql'), `${SETTINGS}${sql}\n`);
    }
    database = await createDatabaseBefore(EXPAND, folder);
  });
  afterAll(async () => {
    await database?.drop();
    rmSync(folder, { recursive: true });
  });

  it('has the tables of every migration before, and not of the named one', async () => {
    expect(await before('orders')).toEqual([{ count: 7 }]);
    await expect(after('books')).rejects.toThrow(/"per_second" of relation "limits" does not exist/);
  });

  it('is expanded under both releases: each writes and reads its own column', async () => {
    await database.migrate();
    expect(await before('books')).toEqual([{ count: 7 }]);
    expect(await after('trades')).toEqual([{ per_second: 7 }]);
    expect(await of('select name, per_second from clob.limits order by name')).toEqual([
      { name: 'books', per_second: null },
      { name: 'orders', per_second: 7 },
      { name: 'trades', per_second: 7 },
    ]);
  });

  it('is contracted under the newer release, which keeps its rows', async () => {
    await database.upgrade();
    expect(await after('prices')).toEqual([{ per_second: 7 }]);
    await expect(before('fills')).rejects.toThrow(/"count" of relation "limits" does not exist/);
    expect(await of('select name from clob.limits order by name')).toHaveLength(4);
  });

  it('is refused before a migration that is not there', async () => {
    await expect(createDatabaseBefore('20000101000000_nothing')).rejects.toThrow('there is no migration 20000101000000_nothing');
  });
});
