import { definitionOf, STATE_HASH, STATE_HASHES } from '@foretell/exchange';
import { NEXT_HASH } from '@foretell/exchange/model';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { shares } from '@foretell/units';
import { ProjectionProgress } from '../record/projection-progress';
import { ClobWorld } from '../testing/clob-world';
import { ALICE, BOB, OPEN_MARKET, RULES, credit, order, startWriter, submitAll } from '../testing/writer-world';
import { raiseEpoch } from './epoch.query';
import { FollowedState } from './follower/followed-state';
import { readHead } from './journal/head.query';
import { rebuild, recover } from './recovery';
import { databaseRecord } from './trading-record';

/** The hash versions of a release that adds one. */
const KNOWN = [...STATE_HASHES, NEXT_HASH];

describe('the version of the state hash', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const stamped = async (table: 'journal_head' | 'recorder'): Promise<number> =>
    definitionOf((await readHead(database.pool, table)).stateHash, KNOWN).version;
  const trade = [order(ALICE, 'BUY', 6_000, shares(10)), order(BOB, 'BUY', 4_500, shares(30), { outcome: 1 })];
  const opened = [{ command: OPEN_MARKET }, credit(ALICE, 'a'), credit(BOB, 'b')];

  it('is written with the hash, in both heads, by every later writer', async () => {
    for (const index of [0, 1, 2]) {
      const writer = await startWriter(database.pool);
      if (index === 0) await submitAll(writer.writer, opened);
      await submitAll(writer.writer, [credit(ALICE, `later ${index}`)]);
      expect(writer.exchange.stateHash()).toBe(writer.committed.at(-1)?.rows.head.stateHash);
      await writer.stop();
      expect([await stamped('journal_head'), await stamped('recorder')]).toEqual([2, 2]);
      expect(writer.fatal).toEqual([]);
    }
  });

  it('may be a newer one from some commit on, also of a process that was killed before any of it was projected', async () => {
    const never = new Promise<void>(() => undefined);
    const killed = await startWriter(database.pool, {}, { record: () => never });
    await submitAll(killed.writer, opened);
    await submitAll(killed.writer, trade.slice(0, 1));
    killed.exchange.rehash(NEXT_HASH);
    await submitAll(killed.writer, trade.slice(1));
    expect((await readHead(database.pool, 'recorder')).commitNumber).toBe(0);
    expect(await stamped('journal_head')).toBe(NEXT_HASH.version);
    const record = databaseRecord(await raiseEpoch(database.pool), database.pool);
    const { exchange, stateHash } = await recover(record, RULES, KNOWN);
    expect([definitionOf(stateHash, KNOWN), stateHash]).toEqual([NEXT_HASH, killed.exchange.stateHash()]);
    exchange.checkInvariants();
    exchange.rehash(STATE_HASH);
    expect(definitionOf(exchange.drain().changes.stateHash)).toBe(STATE_HASH);
  });

  it('is followed by a replica when the writer begins to stamp another one, and proved at each commit', async () => {
    const world = await startWriter(database.pool);
    const followed = new FollowedState(await rebuild(database.pool, RULES), [], VIEWS, KNOWN);
    const follow = (): void => {
      for (const { rows } of world.committed.splice(0)) followed.follow(rows);
    };
    await submitAll(world.writer, opened);
    follow();
    world.exchange.rehash(NEXT_HASH);
    await submitAll(world.writer, trade);
    follow();
    expect(followed.exchange.stateHash()).toBe(world.exchange.stateHash());
    expect(definitionOf(followed.head.stateHash, KNOWN)).toBe(NEXT_HASH);
    await world.stop();
  });

  it('of a later release is refused in a sentence, and nothing of the record is touched', async () => {
    const world = await startWriter(database.pool);
    await submitAll(world.writer, opened);
    await world.stop();
    for (const table of ['journal_head', 'recorder'])
      await database.pool.query(`update clob.${table} set state_hash = replace(state_hash, '2:', '3:')`);
    const before = await readHead(database.pool, 'journal_head');
    const record = databaseRecord(await raiseEpoch(database.pool), database.pool);
    await expect(recover(record, RULES)).rejects.toThrow(
      'the state is stamped with version 3 of its hash, and this release knows 2: start the release that stamped it',
    );
    expect(await readHead(database.pool, 'journal_head')).toEqual(before);
  });
});

const VIEWS = { load: () => undefined, show: () => undefined } as never;

it('the doctor reports a record whose rows differ from the stamped hash', async () => {
  const world = await ClobWorld.open();
  try {
    const market = await world.list();
    const alice = await world.trader();
    await alice.place({ tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 10 });
    expect(await world.brokenInvariants()).toEqual([]);
    // A commit that is projected later would write the balance as it is.
    await world.app.get(ProjectionProgress).waitForProjection();
    const { rowCount } = await world.database.pool.query('update clob.balances set available_micros = available_micros + 1');
    expect(rowCount).toBe(1);
    expect(await world.brokenInvariants()).toContainEqual(
      expect.stringMatching(/^the record equals the state in memory: state hash 2:[0-9a-f]{32} and 2:/),
    );
  } finally {
    await world.close();
  }
});
