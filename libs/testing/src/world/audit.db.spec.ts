import type { AuditEntry } from '@foretell/contracts';
import { AuditStore } from '@foretell/platform-nats';
import { createPool, type Pool } from '@foretell/platform-prisma';
import { createTestDatabase, type TestDatabase } from '.';

const ASKED: Omit<AuditEntry, 'number'> = {
  at: 1_795_300_000_000,
  actor: 'alice',
  reference: 'TICKET-12',
  command: 'ops.clob.ledger.credit',
  outcome: 'asked',
  asked: null,
  detail: '{"amount":"5"}',
};

/** As the service's own role, which deploy/sql/roles.sql limits to inserting and reading. */
describe('the audit of a service', () => {
  let database: TestDatabase;
  let pool: Pool;
  let store: AuditStore;

  beforeAll(async () => {
    database = await createTestDatabase();
    const url = new URL(database.url);
    url.username = 'foretell_clob';
    pool = createPool({ url: url.href, poolMax: 1, applicationName: 'audit' }, () => undefined);
    store = new AuditStore(pool, 'clob');
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  it('stores entries and returns them newest first, by operator, by command and by page', async () => {
    const first = await store.add(ASKED);
    const second = await store.add({ ...ASKED, outcome: 'refused', asked: first, detail: 'no\0thing' });
    const third = await store.add({ ...ASKED, actor: 'bob', command: 'ops.clob.keys.ban' });
    const end = { ...ASKED, number: second, outcome: 'refused', asked: first, detail: 'nothing' };
    expect(await store.list({ actor: 'alice' })).toEqual([end, { ...ASKED, number: first }]);
    expect((await store.list({ command: 'keys.ban' })).map(({ number }) => number)).toEqual([third]);
    expect((await store.list({ command: 'ops.clob.keys.ban' })).map(({ number }) => number)).toEqual([third]);
    expect((await store.list({ limit: 1, before: third })).map(({ number }) => number)).toEqual([second]);
    expect(await store.list({ actor: 'nobody' })).toEqual([]);
  });

  it('does not let its own service remove anything', async () => {
    for (const statement of ['delete from clob.audit', "update clob.audit set actor = 'carol'", 'truncate clob.audit'])
      await expect(pool.query(statement)).rejects.toThrow('permission denied');
  });
});
