import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { shares } from '@foretell/units';
import { WRITER_LOCK } from '../engine/lease';
import { listingOf } from '../market-directory/listing';
import { catalogMarket, conditionIdOf } from '../testing/catalog-market';
import { ALICE, OPEN_MARKET, credit, order, startWriter, submitAll, type WriterWorld } from '../testing/writer-world';
import { repairRecord, repairRequestOf } from './repair-record';

const REQUEST = { apply: true, actor: 'alice', reference: 'INC-7' };

describe('N6: a commit that cannot be projected', () => {
  let database: TestDatabase;
  /** As the service's own role, which is all that the program has. */
  let url: string;

  beforeEach(async () => {
    database = await createTestDatabase();
    const own = new URL(database.url);
    own.username = 'foretell_clob';
    url = own.href;
  });
  afterEach(() => database.drop());

  /** Two listings of the same tokens: the table refuses the second, which ends the projector, and every one after it. */
  const poisoned = async (): Promise<WriterWorld> => {
    const world = await startWriter(database.pool);
    await submitAll(world.writer, [{ command: OPEN_MARKET }, credit(ALICE, 'a')]);
    const listings = [catalogMarket(1), { ...catalogMarket(2), tokenIds: catalogMarket(1).tokenIds }, catalogMarket(3)].map(
      listingOf,
    );
    await submitAll(world.writer, [
      order(ALICE, 'BUY', 6_000, shares(10)),
      {
        command: { type: 'advanceTime' },
        attachment: {
          kind: 'checkpoint',
          source: 'gamma',
          sequence: 1,
          listings: listings.filter((listing) => listing !== null),
        },
      },
    ]);
    await expect(world.projector.waitForProjection()).rejects.toThrow('the projector has stopped');
    return world;
  };
  const rowsOf = async (text: string): Promise<unknown[]> => (await database.pool.query<Record<string, unknown>>(text)).rows;

  it('ends anyone who takes over, until the row that PostgreSQL refuses is left out into the audit', async () => {
    const world = await poisoned();
    expect(world.fatal).toEqual([expect.objectContaining({ code: '23505' })]);
    await expect(startWriter(database.pool)).rejects.toMatchObject({ code: '23505' });
    const repair = await repairRecord(url, REQUEST);
    const row = expect.objectContaining({ conditionId: conditionIdOf(2) });
    expect(repair).toMatchObject({ applied: true, upTo: 2, leftOut: [{ commitNumber: 2, kind: 'listings', row }] });
    const next = await startWriter(database.pool);
    expect(next.exchange.stateHash()).toBe(world.exchange.stateHash());
    expect(await rowsOf('select count(*)::int as count from clob.listings')).toEqual([{ count: 2 }]);
    expect(await rowsOf('select count(*)::int as count from clob.orders')).toEqual([{ count: 1 }]);
    expect(await rowsOf('select actor, reference, command, outcome, detail from clob.audit')).toEqual([
      {
        actor: 'alice',
        reference: 'INC-7',
        command: 'ops.clob.repair-record',
        outcome: 'done',
        detail: expect.stringContaining('"kind":"listings"'),
      },
    ]);
    await next.stop();
  });

  it('is shown without being fixed, and nothing changes', async () => {
    await poisoned();
    const heads = 'select j.epoch, j.commit_number, r.commit_number as recorded from clob.journal_head j, clob.recorder r';
    const before = await rowsOf(heads);
    const repair = await repairRecord(url, { ...REQUEST, apply: false });
    expect(repair).toMatchObject({ applied: false, leftOut: [{ commitNumber: 2, reason: expect.any(String) }] });
    expect([await rowsOf(heads), await rowsOf('select 1 from clob.audit')]).toEqual([before, []]);
  });

  // Without its entry, a reference would move money again.
  it.each([
    ['balances', 'available_micros < 1'],
    ['ledger_entries', "reference <> 'a'"],
  ])('is left as it is when what is refused is part of the state: %s', async (table, check) => {
    const world = await startWriter(database.pool);
    await submitAll(world.writer, [{ command: OPEN_MARKET }]);
    await world.projector.waitForProjection();
    await database.pool.query(`alter table clob.${table} add constraint spoilt check (${check})`);
    await submitAll(world.writer, [credit(ALICE, 'a')]);
    await expect(world.projector.waitForProjection()).rejects.toThrow('the projector has stopped');
    await expect(repairRecord(url, REQUEST)).rejects.toThrow(/commit 2 cannot be fixed.*spoilt.*nothing was changed/);
  });

  it('is not touched while a process holds the lease', async () => {
    const holder = await database.pool.connect();
    await holder.query('select pg_advisory_lock($1)', [WRITER_LOCK]);
    await expect(repairRecord(url, REQUEST)).rejects.toThrow('stop every process of clob first');
    holder.release(true);
  });

  it('is fixed by somebody, for a reason', () => {
    expect(repairRequestOf(['--actor', 'alice', '--reference', 'INC-7'])).toEqual({ ...REQUEST, apply: false });
    expect(() => repairRequestOf(['--apply', '--actor', 'alice'])).toThrow('needs --actor NAME and --reference TICKET');
  });
});
