import { ALICE, BOB, maker, trade, TradingScript } from '@foretell/testing/trading';
import { CatalogVersion } from '../cache/catalog-version';
import { ADA_CONDITION as ADA, PUBLIC_SITE } from '../testing/public-site';
import { GammaWorld } from '../testing/gamma-world';
import { TradingEventsApplier } from './trading-events.applier';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 22, 12, 30);

describe('volumes from the source and volumes traded here', () => {
  let world: GammaWorld;
  let now = NOW;
  beforeEach(async () => {
    now = NOW;
    world = await GammaWorld.start();
    await world.import('events', PUBLIC_SITE);
  }, 120_000);
  afterEach(() => world?.stop());

  const applier = (): TradingEventsApplier =>
    new TradingEventsApplier(world.database.pool, world.app.get(CatalogVersion), () => now);
  /** Mints this number of shares at a half: the taker's payment is the volume. */
  async function traded(shares: number): Promise<void> {
    const makers = [maker(BOB, 'mint', shares, 50)] as const;
    const events = new TradingScript().play(trade({ at: NOW, taker: ALICE, side: 'BUY', outcome: 0, conditionId: ADA, makers }));
    await applier().apply([{ source: 'clob', firstSequence: 1, facts: events }], null);
  }
  async function shows(kind: 'market' | 'event', id: number, expected: object): Promise<void> {
    const { rows } = await world.database.pool.query(`SELECT * FROM gamma.${kind}_figures WHERE ${kind}_id = $1`, [id]);
    expect(rows).toEqual([expect.objectContaining(expected)]);
  }

  it("reduce the source's part of each window while the window passes, and keep what is traded here", async () => {
    const tables = ['market_figures', 'event_figures'];
    for (const table of tables)
      await world.database.pool.query(`UPDATE gamma.${table} SET sourced_hour = $1`, [NOW / HOUR_MS - 0.5]);
    await applier().shiftWindows();
    await traded(10);
    await shows('market', 9001, { volume24hr: 100005 });
    now += 6 * HOUR_MS;
    await applier().shiftWindows();
    await shows('market', 9001, { volume: 1500005.25, volume24hr: 75005 });
    await shows('event', 900, { volume24hr: 90005, volume1wk: 400005 });
    now += 18 * HOUR_MS;
    await applier().shiftWindows();
    await shows('market', 9001, { volume: 1500005.25, volume24hr: 0 });
    await shows('event', 900, { volume: 2500005.25, volume24hr: 0, volume1wk: 342862.142857 });
    now += 9000 * HOUR_MS;
    await applier().shiftWindows();
    await shows('event', 900, { volume: 2500005.25, volume1wk: 0, volume1mo: 0, volume1yr: 0 });
  });

  it("of a release with one figure are split: the source's until the first trade, the volume here afterwards", async () => {
    const earlier = `sourced_hour = 0, source_volume = 0, source_volume24hr = 0, traded_volume = 0, traded_volume24hr = 0`;
    await world.database.pool.query(`UPDATE gamma.market_figures SET ${earlier}`);
    await world.database.pool.query(
      'UPDATE gamma.market_figures SET is_traded = true, volume = 7, volume24hr = 7 WHERE market_id = 9002',
    );
    await world.database.pool.query(`UPDATE gamma.event_figures SET ${earlier}`);
    await traded(10);
    await shows('market', 9001, { volume: 1500005.25, volume24hr: 100005 });
    now += HOUR_MS;
    await applier().shiftWindows();
    await shows('market', 9002, { source_volume: 900000, traded_volume: 7, volume: 900007 });
  });

  it('order the markets of the interface as their sum, which is what is shown', async () => {
    const first = async (): Promise<unknown> => (await world.list('/markets?order=volume&limit=2')).map(({ id }) => id);
    expect(await first()).toEqual(['9001', '9002']);
    await world.database.pool.query('UPDATE gamma.market_figures SET volume = 1600000 WHERE market_id = 9002');
    // Another page of the same order: the first one is cached.
    expect((await world.list('/markets?order=volume&limit=1')).map(({ id }) => id)).toEqual(['9002']);
  });
});
