import { setTimeout as delay } from 'node:timers/promises';
import type { TradingClient } from '@foretell/client';
import { eventually } from './harness/eventually';
import { crashCycles, isDoctorCalledEachTime } from './harness/journeys.config';
import { Load } from './harness/load';
import { openMarkets } from './harness/reads';
import {
  acceptances,
  dataIsCaughtUp,
  journalEvents,
  orderIds,
  projectionDigests,
  rebuildProjections,
  tradeRows,
  wronglyFilled,
} from './harness/record';
import { expectSound } from './harness/sound';
import { startSampleWorld, type World } from './harness/world';

/** Time of one cycle on the slowest machine, and of the preparation. */
const CYCLE_MS = 30_000;
const START_MS = 50_000;
const STEP_MS = 90_000;
const TRADERS = 4;
const MARKETS = 3;
const SEED = 20_260_207;
/** Orders acknowledged between two crashes, on a machine of any speed. */
const ORDERS_A_CYCLE = 40;

describe('the trading service is killed repeatedly under load', () => {
  let world: World;
  let traders: readonly TradingClient[];
  let load: Load;

  beforeAll(
    async () => {
      world = await startSampleWorld();
      traders = await Promise.all(Array.from({ length: TRADERS }, () => world.trader()));
      load = new Load(traders, await openMarkets(world, MARKETS), SEED);
      load.start();
      for (let cycle = 0; cycle < crashCycles(); cycle += 1) {
        const wanted = load.acknowledged.size + ORDERS_A_CYCLE;
        await eventually('the load is acknowledged again', () => load.hasAcknowledgedMoreThan(wanted));
        // Each cycle kills at another moment of a batch.
        await delay((cycle % 5) * 7);
        await world.clob.kill();
        await world.clob.start();
        if (isDoctorCalledEachTime()) await expectSound(world);
      }
      await load.stop();
    },
    START_MS + crashCycles() * CYCLE_MS,
  );

  afterAll(async () => {
    try {
      await load?.stop();
    } finally {
      await world?.stop();
    }
  }, STEP_MS);

  it('the load was real', () => {
    expect(load.acknowledged.size).toBeGreaterThan(crashCycles() * ORDERS_A_CYCLE);
    expect(load.canceled.size).toBeGreaterThan(0);
    expect(load.unsettled.size).toBeGreaterThan(0);
  });

  it(
    'every acknowledged order is stored exactly once, and no other twice',
    async () => {
      const accepted = acceptances(await journalEvents(world));
      const recorded = await orderIds(world);
      expect([...load.acknowledged].filter((id) => accepted.get(id) !== 1 || !recorded.has(id))).toEqual([]);
      expect([...accepted].filter(([, times]) => times !== 1)).toEqual([]);
      const known = (id: string): boolean => load.acknowledged.has(id) || load.unsettled.has(id);
      expect([...recorded].filter((id) => !known(id))).toEqual([]);
    },
    STEP_MS,
  );

  it(
    'no canceled order is open, and every open order is listed exactly once',
    async () => {
      const open = await orderIds(world, 'status in (1, 2)');
      const lists = await Promise.all(traders.map((trader) => trader.openOrders()));
      const listed = lists.flat().map(({ id }) => id);
      expect([...listed].sort()).toEqual([...open].sort());
      expect(listed.filter((id) => load.canceled.has(id))).toEqual([]);
    },
    STEP_MS,
  );

  it('no order is filled beyond its size, and each fill counts once', async () => {
    expect(await wronglyFilled(world)).toEqual([]);
    expect((await tradeRows(world)).recorded).toBeGreaterThan(0);
  });

  it(
    'every event has reached the data service once',
    async () => {
      await dataIsCaughtUp(world);
      const { shown, recorded } = await tradeRows(world);
      expect(shown).toBe(recorded);
    },
    STEP_MS,
  );

  it(
    'every invariant holds',
    async () => {
      await expectSound(world);
    },
    STEP_MS,
  );

  it(
    "the data service's projections equal a rebuild from the events",
    async () => {
      await load.stop();
      await dataIsCaughtUp(world);
      const grown = await projectionDigests(world);
      await rebuildProjections(world);
      expect(Object.keys(grown).length).toBeGreaterThan(3);
      expect(await projectionDigests(world)).toEqual(grown);
    },
    STEP_MS,
  );
});
