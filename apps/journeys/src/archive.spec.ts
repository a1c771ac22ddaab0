import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TradingClient } from '@foretell/client';
import { createTestDatabase } from '@foretell/testing';
import { eventually } from './harness/eventually';
import { limit } from './harness/orders';
import { openMarket, type OpenMarket } from './harness/reads';
import {
  acceptances,
  catalogIsCaughtUp,
  dataIsCaughtUp,
  journalEvents,
  projectionDigests,
  rebuildProjections,
} from './harness/record';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 240_000;
const STEP_MS = 120_000;
const ROUNDS = 12;
/** Bounds of the first partitions: they contain the sample's markets and the first rounds of trades. */
const FIRST = `
  drop table clob.journal_0, clob.trades_0, clob.fills_0;
  create table clob.journal_0 partition of clob.journal for values from (minvalue) to (110);
  create table clob.trades_0 partition of clob.trades for values from (minvalue) to (6);
  create table clob.fills_0 partition of clob.fills for values from (minvalue) to (6)`;

type Signed = ReturnType<TradingClient['sign']>;

/** Old rows leave a running exchange and are restored. Current data does not change, and nothing trades twice. */
describe('an archive', () => {
  let world: World;
  let market: OpenMarket;
  let alice: TradingClient;
  let bob: TradingClient;
  let folder: string;
  const sent: Signed[] = [];
  let before: unknown;
  let events: unknown;
  let cut = '';

  beforeAll(async () => {
    const database = await createTestDatabase();
    await database.pool.query(FIRST);
    folder = join(mkdtempSync(join(tmpdir(), 'foretell-archive-')), 'first');
    world = await startSampleWorld({ database, environmentOf: (app) => (app === 'ops' ? { DATABASE_URL: database.url } : {}) });
    market = await openMarket(world);
    [alice, bob] = [await world.trader(), await world.trader()];
  }, JOURNEY_MS);

  afterAll(async () => {
    await world?.stop();
    rmSync(join(folder, '..'), { recursive: true, force: true });
  }, STEP_MS);

  /** One trade: alice bids, bob bids for the other outcome. */
  async function trade(): Promise<void> {
    for (const [trader, outcome, cents] of [
      [alice, 0, 60],
      [bob, 1, 40],
    ] as const) {
      const signed = trader.sign(limit(market, 'BUY', outcome, 10, cents));
      sent.push(signed);
      expect(await trader.send([signed])).toMatchObject([{ success: true }]);
    }
  }

  /** Responses that contain current data. */
  async function seen(): Promise<unknown> {
    await dataIsCaughtUp(world);
    const wallets = [alice, bob].map(({ wallet }) => wallet.address);
    const book = await world.markets.book(market.tokenIds[0]);
    return {
      open: await alice.openOrders(),
      accounts: await Promise.all(wallets.map((wallet) => world.opsJson('ledger', 'show', wallet))),
      newest: (await Promise.all([alice, bob].map((trader) => trader.trades()))).map((trades) => trades.slice(0, 4)),
      book: [book.bids, book.asks, book.last_trade_price],
      positions: await Promise.all(wallets.map((user) => world.records.positions({ user }))),
      board: await boardOf(ROUNDS),
      projections: await projectionDigests(world),
    };
  }

  /** The leaderboard, once it includes this many trades: it follows the tables. */
  function boardOf(rounds: number): Promise<unknown> {
    return eventually('the leaderboard has counted every trade', async () => {
      const rows = await world.records.leaderboard({ timePeriod: 'ALL' });
      return rows.length === 2 && rows.every(({ vol }) => [6 * rounds, 4 * rounds].includes(vol)) ? rows : undefined;
    });
  }

  async function doctor(): Promise<string> {
    const { exitCode, out, complaints } = await world.ops('doctor');
    expect(`${exitCode} ${complaints} ${exitCode === 0 ? '' : out}`.trim()).toBe('0');
    return out;
  }

  it(
    'begins with trades, of which the oldest fill a partition',
    async () => {
      expect(await alice.place([limit(market, 'BUY', 0, 10, 10)])).toMatchObject([{ success: true, status: 'live' }]);
      for (let round = 0; round < ROUNDS / 2; round += 1) await trade();
      await eventually('the time of the cut has passed', async () => {
        cut = new Date().toISOString();
        return true;
      });
      for (let round = 0; round < ROUNDS / 2; round += 1) await trade();
      await dataIsCaughtUp(world);
      await catalogIsCaughtUp(world);
      events = await journalEvents(world);
      before = await seen();
      await doctor();
    },
    STEP_MS,
  );

  it(
    'lists what would be archived, then archives it while the exchange runs',
    async () => {
      const planned = await world.opsJson('archive', 'make', folder, '--before', cut);
      expect(planned).toMatchObject({ parts: [{ group: 'journal' }, { group: 'trades', rows: 5 }] });
      await world.opsJson('archive', 'make', folder, '--before', cut, '--apply');
      const { rows } = await world.database.pool.query(
        `select (select min(first_sequence) from clob.journal)::int as fact,
          (select min(trade_number) from clob.trades)::int as trade, (select count(*) from clob.orders)::int as orders`,
      );
      expect(rows).toEqual([{ fact: expect.any(Number), trade: 6, orders: 1 + 2 * (ROUNDS - 5) }]);
      expect(rows[0]).not.toMatchObject({ fact: 1 });
      expect(await world.opsJson('archive', 'verify', folder)).toMatchObject({ files: 4, faults: [] });
    },
    STEP_MS,
  );

  it(
    'does not change current data, and the doctor reports what it can no longer check',
    async () => {
      expect(await seen()).toEqual(before);
      const said = await doctor();
      expect(said).toMatch(/what events up to \d+ say is archived and not checked/);
      expect(said).toMatch(/trades up to number 12 and 5 that are archived/);
    },
    STEP_MS,
  );

  async function resent(): Promise<readonly (string | undefined)[]> {
    const results = await Promise.all(sent.map((signed, index) => (index % 2 === 0 ? alice : bob).send([signed])));
    return results.map(([result]) => result?.code);
  }

  it(
    'accepts no order twice, archived or not, before and after a restart, and accepts new ones',
    async () => {
      const archived = 2 * 5;
      const expected = sent.map((_, index) => (index < archived ? 'order_too_old' : 'duplicate_order'));
      expect(await resent()).toEqual(expected);
      await world.clob.kill();
      await world.clob.start();
      expect(await resent()).toEqual(expected);
      expect(await seen()).toEqual(before);
    },
    STEP_MS,
  );

  it(
    'refuses a replay and a rebuild from before its base, and serves one from it',
    async () => {
      expect(await world.ops('events', 'replay', '--surface', 'clob', '--from', '1')).toMatchObject({
        exitCode: 1,
        complaints: expect.stringMatching(/"ops archive restore" brings them back/),
      });
      const [{ base = 0 } = {}] = (
        await world.database.pool.query<{ base: number }>(
          `select max(to_key) as base from clob.archived where table_name = 'clob.journal'`,
        )
      ).rows;
      await world.opsJson('events', 'replay', '--surface', 'clob', '--from', String(base + 1));
      await trade();
      await dataIsCaughtUp(world);
      const { out } = await world.ops('projections', 'rebuild');
      expect(out).toMatch(/run "ops events replay --surface clob --from 1" first/);
    },
    STEP_MS,
  );

  it(
    'is restored without a difference',
    async () => {
      await world.opsJson('archive', 'restore', folder);
      const all = await journalEvents(world);
      expect(all.slice(0, (events as unknown[]).length)).toEqual(events);
      expect([...acceptances(all).values()].filter((count) => count > 1)).toEqual([]);
      expect((await resent()).slice(0, 2 * ROUNDS)).toEqual(Array.from({ length: 2 * ROUNDS }, () => 'duplicate_order'));
      await world.opsJson('events', 'replay', '--surface', 'clob', '--from', '1');
      const digests = await projectionDigests(world);
      await rebuildProjections(world);
      expect(await projectionDigests(world)).toEqual(digests);
      expect(await doctor()).not.toMatch(/archived/);
    },
    STEP_MS,
  );
});
