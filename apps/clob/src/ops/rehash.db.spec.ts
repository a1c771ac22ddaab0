import { hashVersionOf } from '@foretell/exchange';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { shares } from '@foretell/units';
import { raiseEpoch } from '../engine/epoch.query';
import { readHead } from '../engine/journal/head.query';
import { recover } from '../engine/recovery';
import type { Submission } from '../engine/submission';
import { databaseRecord } from '../engine/trading-record';
import { ClobWorld } from '../testing/clob-world';
import { ALICE, BOB, OPEN_MARKET, RULES, credit, order, startWriter, submitAll } from '../testing/writer-world';

const stampWith = (version: 1 | 2): Submission => ({
  command: { type: 'advanceTime' },
  attachment: { kind: 'rehash', version },
});

describe('the version of the state hash', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const stamped = async (table: 'journal_head' | 'recorder'): Promise<number> =>
    hashVersionOf((await readHead(database.pool, table)).stateHash);
  const trade = [order(ALICE, 'BUY', 6_000, shares(10)), order(BOB, 'BUY', 4_500, shares(30), { outcome: 1 })];
  const opened = [{ command: OPEN_MARKET }, credit(ALICE, 'a'), credit(BOB, 'b')];

  it('stays what the record is stamped with through every later writer, until the operator says otherwise, up and down', async () => {
    for (const [index, version] of ([1, 2, 2, 1] as const).entries()) {
      const writer = await startWriter(database.pool);
      if (index === 0) await submitAll(writer.writer, opened);
      if (index === 1 || index === 3) await submitAll(writer.writer, [stampWith(version)]);
      await submitAll(writer.writer, [credit(ALICE, `later ${index}`)]);
      expect(writer.exchange.stateHash()).toBe(writer.committed.at(-1)?.rows.head.stateHash);
      await writer.stop();
      expect([await stamped('journal_head'), await stamped('recorder')]).toEqual([version, version]);
      expect(writer.fatal).toEqual([]);
    }
  });

  it('comes with a commit of its own, so that it is durable even when nothing else happens', async () => {
    const world = await startWriter(database.pool);
    await submitAll(world.writer, opened);
    const before = await readHead(database.pool, 'journal_head');
    await submitAll(world.writer, [stampWith(2)]);
    const after = await readHead(database.pool, 'journal_head');
    expect([after.commitNumber, after.sequence]).toEqual([before.commitNumber + 1, before.sequence]);
    await world.stop();
  });

  it('is proved by the next writer when the process was killed between the stamping commit and its recording', async () => {
    const never = new Promise<void>(() => undefined);
    const killed = await startWriter(database.pool, {}, { record: () => never });
    await submitAll(killed.writer, opened);
    await submitAll(killed.writer, trade.slice(0, 1));
    await submitAll(killed.writer, [stampWith(2)]);
    await submitAll(killed.writer, trade.slice(1));
    expect((await readHead(database.pool, 'recorder')).commitNumber).toBe(0);
    const epoch = await raiseEpoch(database.pool);
    const { exchange, stateHash } = await recover(databaseRecord(epoch, database.pool), RULES);
    expect([hashVersionOf(stateHash), stateHash]).toEqual([2, killed.exchange.stateHash()]);
    exchange.checkInvariants();
  });

  it('of a later release is refused in a sentence, and nothing of the record is touched', async () => {
    const world = await startWriter(database.pool);
    await submitAll(world.writer, opened);
    await world.stop();
    for (const table of ['journal_head', 'recorder'])
      await database.pool.query(`update clob.${table} set state_hash = '3:' || state_hash`);
    const before = await readHead(database.pool, 'journal_head');
    const record = databaseRecord(await raiseEpoch(database.pool), database.pool);
    await expect(recover(record, RULES)).rejects.toThrow(
      'the state is stamped with version 3 of its hash, and this release knows versions 1 and 2: start the release that stamped it',
    );
    expect(await readHead(database.pool, 'journal_head')).toEqual(before);
  });
});

describe('ops rehash', () => {
  let world: ClobWorld;

  beforeAll(async () => {
    world = await ClobWorld.open();
  });
  afterAll(() => world?.close());

  it('proves the whole record, stamps it anew and says what it covers; doctor holds under either version', async () => {
    const market = await world.list();
    const alice = await world.trader();
    await alice.place({ tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 10 });
    const up = await world.command('ops.clob.record.rehash', {});
    expect(up).toMatchObject({ ok: true, result: { from: 1, to: 2, markets: 1, balances: 1, openOrders: 1 } });
    await alice.place({ tokenId: market.yes, side: 'BUY', pips: 3_000, shares: 10 });
    expect(await world.brokenInvariants()).toEqual([]);
    const down = await world.command('ops.clob.record.rehash', { to: 1 });
    expect(down).toMatchObject({ ok: true, result: { from: 2, to: 1, openOrders: 2 } });
    expect(await world.brokenInvariants()).toEqual([]);
  });

  it('refuses a version that this release does not know', async () => {
    expect(await world.command('ops.clob.record.rehash', { to: 9 })).toEqual({
      ok: false,
      error: 'this release knows versions 1 and 2 of the state hash',
    });
  });

  it('refuses a record whose rows are not what was stamped', async () => {
    await world.database.pool.query('update clob.balances set available_micros = available_micros + 1');
    expect(await world.command('ops.clob.record.rehash', {})).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^the record does not prove: its rows have the hash [0-9a-f]{32}, it is stamped with/),
    });
    await world.database.pool.query('update clob.balances set available_micros = available_micros - 1');
  });
});
