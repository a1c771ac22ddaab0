import { setTimeout as delay } from 'node:timers/promises';
import type { TradingClient } from '@foretell/client';
import { eventually } from './harness/eventually';
import { Load } from './harness/load';
import { OwnNats } from './harness/own-nats';
import { openMarkets } from './harness/reads';
import { acceptances, dataIsCaughtUp, journalEvents, tradeRows } from './harness/record';
import { expectSound } from './harness/sound';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 150_000;
const STEP_MS = 60_000;
const OUTAGE_MS = 10_000;
const PLACED_LEAST = 100;

describe('NATS is down for ten seconds under load', () => {
  let nats: OwnNats;
  let world: World;
  let load: Load;
  let placedInOutage: number;
  let behindAtTheEnd: number;

  beforeAll(async () => {
    nats = await OwnNats.create();
    world = await startSampleWorld({ natsUrl: nats.url });
    const traders: readonly TradingClient[] = [await world.trader(), await world.trader(), await world.trader()];
    load = new Load(traders, await openMarkets(world, 3), 7);
    load.start();
    await delay(2_000);
    await nats.stop();
    const before = load.acknowledged.size;
    await delay(OUTAGE_MS);
    // More on a fast machine; on a slow one the outage lasts as long as needed.
    await eventually('trading continues', () => load.hasAcknowledgedMoreThan(before + PLACED_LEAST));
    placedInOutage = load.acknowledged.size - before;
    const { shown, recorded } = await tradeRows(world);
    behindAtTheEnd = recorded - shown;
    await nats.start();
    await delay(1_000);
    await load.stop();
  }, JOURNEY_MS);

  afterAll(async () => {
    try {
      await load?.stop();
    } finally {
      await world?.stop();
      await nats?.remove();
    }
  }, STEP_MS);

  it('trading continued, while the events waited', () => {
    expect(placedInOutage).toBeGreaterThan(PLACED_LEAST);
    expect(behindAtTheEnd).toBeGreaterThan(0);
  });

  it('every acknowledged order is stored exactly once', async () => {
    const accepted = acceptances(await journalEvents(world));
    expect([...load.acknowledged].filter((id) => accepted.get(id) !== 1)).toEqual([]);
    expect([...load.unsettled]).toEqual([]);
  });

  it(
    'the events arrive exactly once afterwards',
    async () => {
      await dataIsCaughtUp(world);
      const { shown, recorded } = await tradeRows(world);
      expect(recorded).toBeGreaterThan(0);
      expect(shown).toBe(recorded);
    },
    STEP_MS + 10_000,
  );

  it('every invariant holds', () => expectSound(world), STEP_MS);
});
