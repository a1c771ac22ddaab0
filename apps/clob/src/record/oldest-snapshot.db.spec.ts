import { createPool, type Pool } from '@foretell/platform-prisma';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { OldestSnapshot } from './oldest-snapshot';

describe('the age of the oldest snapshot', () => {
  let database: TestDatabase;
  let service: Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    const url = new URL(database.url);
    url.username = 'foretell_clob';
    service = createPool({ url: url.href, poolMax: 1, applicationName: 'watching' }, () => undefined);
  });
  afterAll(async () => {
    await service.end();
    await database.drop();
  });

  const change = (): Promise<unknown> => database.pool.query(`update clob.journal_head set at = at + 1`);

  it("includes another role's session: what a service may see of it is enough", async () => {
    const oldest = new OldestSnapshot(service);
    const { rows } = await service.query<{ name: string }>('select current_user as name');
    expect(rows[0]?.name).toBe('foretell_clob');
    await change();
    expect(await oldest.seconds(0)).toBe(0);
    const snapshot = await database.pool.connect();
    await snapshot.query('begin isolation level repeatable read read only; select 1 from clob.journal_head');
    await change();
    for (const [now, seconds] of [
      [60_000, 0],
      [120_000, 60],
      [3_660_000, 3_600],
    ] as const) {
      expect(await oldest.seconds(now)).toBe(seconds);
      await change();
    }
    await snapshot.query('rollback');
    snapshot.release();
    expect(await oldest.seconds(3_700_000)).toBe(0);
  });
});
