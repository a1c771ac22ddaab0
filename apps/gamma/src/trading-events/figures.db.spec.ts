import type { MarketChangedV1, TradingEvent } from '@foretell/contracts';
import { type Act, ALICE, BOB, close, maker, measure, quote, resolve, trade, TradingScript } from '@foretell/testing/trading';
import { CatalogVersion } from '../cache/catalog-version';
import { ADA_CONDITION as ADA, PUBLIC_SITE } from '../testing/public-site';
import { GammaWorld } from '../testing/gamma-world';
import { TradingEventsApplier } from './trading-events.applier';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 22, 12, 30);

/** Two buyers of both outcomes mint shares: the taker's payment is its volume. */
function traded(shares: number, cents: number, { at = NOW, outcome = 0, conditionId = ADA }: Partial<Traded> = {}): Act {
  return trade({ at, taker: ALICE, side: 'BUY', outcome, conditionId, makers: [maker(BOB, 'mint', shares, cents)] });
}
interface Traded {
  readonly at: number;
  readonly outcome: 0 | 1;
  readonly conditionId: string;
}

describe('figures from trading', () => {
  let world: GammaWorld;
  let now = NOW;
  let sequence = 0;
  let script = new TradingScript();
  beforeEach(async () => {
    script = new TradingScript();
    now = NOW;
    sequence = 0;
    world = await GammaWorld.start();
    await world.import('events', PUBLIC_SITE);
  }, 120_000);
  afterEach(() => world?.stop());

  const applier = (): TradingEventsApplier =>
    new TradingEventsApplier(world.database.pool, world.app.get(CatalogVersion), () => now);
  const applyEvents = async (exchangeEvents: readonly TradingEvent[]): Promise<void> => {
    await applier().apply([{ source: 'clob', firstSequence: sequence + 1, facts: exchangeEvents }], null);
    sequence += exchangeEvents.length;
  };
  const figureRows = async (): Promise<unknown> => {
    const tables = ['market_figures', 'event_figures', 'traded_hours', 'priced_hours'];
    const all = tables.map((name) => world.database.pool.query(`select t::text as row from gamma.${name} t order by 1`));
    return (await Promise.all(all)).map(({ rows }) => rows);
  };
  /** Applies actions at the exchange, in one batch. */
  const apply = async (...acts: Act[]): Promise<void> => applyEvents(script.play(...acts));
  const read = async (path: string): Promise<object> => {
    const { body } = await world.get(path);
    if (typeof body !== 'object' || body === null) throw new Error(`${path} has no body`);
    return body;
  };
  const shows = async (path: string, expected: object): Promise<void> => {
    for (;;) {
      const body = await read(path);
      try {
        expect(body).toMatchObject(expected);
        return;
      } catch (error) {
        // The figures appear within a second; a test that never sees them runs into its time limit.
        if (Date.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  let deadline = 0;
  beforeEach(() => {
    deadline = Date.now() + 20_000;
  });

  it("are the source's until the first trade, with the prices of the book here", async () => {
    await apply(quote(NOW, 59, 63, ADA));
    await shows('/public/markets/9001', {
      bestBid: 0.59,
      bestAsk: 0.63,
      spread: 0.04,
      outcomePrices: '["0.61","0.39"]',
      volume: '1500000.25',
      volume24hr: 100000,
    });
    const body = await read('/public/markets/9001');
    expect(body).not.toHaveProperty('lastTradePrice');
    expect(body).not.toHaveProperty('oneDayPriceChange');
  });

  it("add the source's figures and the trades here, in the market and in its event: none decreases", async () => {
    await apply(traded(20, 61.7), quote(NOW, 61, null, ADA));
    await apply(traded(0.000002, 38, { outcome: 1 }));
    await shows('/public/markets/9001', {
      volume: '1500012.590001',
      volumeNum: 1500012.590001,
      volumeClob: 1500012.590001,
      volume24hr: 100012.340001,
      bestBid: 0.61,
      bestAsk: 1,
      lastTradePrice: 0.62,
      outcomePrices: '["0.62","0.38"]',
    });
    // The source's figures of the event, plus 12.340001 of Ada.
    await shows('/public/events/900', { volume: 2500012.590001, volume24hr: 120012.340001 });
    await shows('/public/events/800', { volume: 5000 });
  });

  it('leave the windows hour by hour, and never the all-time sum', async () => {
    await apply(
      traded(32, 50, { at: NOW - 8760 * HOUR_MS }),
      traded(16, 50, { at: NOW - 8759 * HOUR_MS }),
      traded(8, 50, { at: NOW - 719 * HOUR_MS }),
      traded(4, 50, { at: NOW - 167 * HOUR_MS }),
      traded(2, 50, { at: NOW - 23 * HOUR_MS }),
    );
    await shows('/public/markets/9001', { volumeNum: 1500031.25, volume24hr: 100001, volume1wk: 3, volume1mo: 7, volume1yr: 15 });
    await applier().shiftWindows();
    await shows('/public/markets/9001', { volumeNum: 1500031.25, volume24hr: 100001, volume1wk: 3, volume1mo: 7, volume1yr: 15 });
    now += HOUR_MS;
    await applier().shiftWindows();
    await shows('/public/markets/9001', { volumeNum: 1500031.25, volume24hr: 100000, volume1wk: 1, volume1mo: 3, volume1yr: 7 });
    await shows('/public/events/900', { volume24hr: 120000 });
    const before = await world.database.pool.query('SELECT figures_version FROM gamma.checkpoints');
    await applier().shiftWindows();
    expect((await world.database.pool.query('SELECT figures_version FROM gamma.checkpoints')).rows).toEqual(before.rows);
  });

  it('N4: follow the hour that the windows have reached, even in a process whose clock is an hour behind', async () => {
    const late = script.play(traded(2, 50, { at: NOW - 24 * HOUR_MS }), traded(4, 50, { at: NOW - 23 * HOUR_MS }));
    await apply(traded(8, 50));
    await applier().shiftWindows();
    now -= HOUR_MS;
    // It has left the day by the windows' hour, though not by this process's clock.
    await applyEvents(late);
    await shows('/public/markets/9001', { volumeNum: 1500007.25, volume24hr: 100006, volume1wk: 7 });
  });

  it("keep trading's figures when the catalog is imported again", async () => {
    await apply(traded(10, 50));
    const later = PUBLIC_SITE.map((row) => ({ ...row, updatedAt: '2026-11-30T00:00:00Z', volume: 77 }));
    await world.import('events', later);
    await shows('/public/markets/9001', { volumeNum: 1500005.25 });
    await shows('/public/events/900', { volume: 82 });
    await shows('/public/events/800', { volume: 77 });
  });

  it('change once for many trades: one statement per kind, one version', async () => {
    await apply(...Array.from({ length: 5000 }, () => traded(0.02, 50)));
    const { rows } = await world.database.pool.query('SELECT figures_version AS version FROM gamma.checkpoints');
    expect(rows).toEqual([{ version: 1 }]);
    await shows('/public/markets/9001', { volumeNum: 1500050.25 });
  });

  it("describe the book here: its depth, how open the question is, the condition's collateral", async () => {
    await shows('/public/markets/9001', { liquidity: '90000.5', liquidityNum: 90000.5 });
    // 100 shares at 0.49 and 100 at 0.51.
    await apply(quote(NOW, 49, 51, ADA), measure(NOW, ADA));
    await shows('/public/markets/9001', { liquidity: '100', liquidityNum: 100, liquidityClob: 100, competitive: 1 });
    // 100 of Ada, and the source's figures of Ben and Cem.
    await shows('/public/events/900', { liquidity: 60100, competitive: 1, openInterest: 0 });
    await apply(traded(20, 90), quote(NOW, 89, 91, ADA), measure(NOW, ADA));
    await shows('/public/markets/9001', { liquidityNum: 180, competitive: 0.862069 });
    await shows('/public/events/900', { openInterest: 20 });
    expect(await world.list('/public/events?liquidity_min=1000')).toHaveLength(2);
    await world.import(
      'events',
      PUBLIC_SITE.map((row) => ({ ...row, updatedAt: '2026-11-30T00:00:00Z' })),
    );
    await shows('/public/markets/9001', { liquidityNum: 180, competitive: 0.862069 });
    await apply(measure(NOW, ADA), quote(NOW, null, null, ADA));
    await shows('/public/markets/9001', { liquidity: '0', liquidityNum: 0, bestAsk: 1 });
  });

  it('show the price change since the last hour, day, week and month once there is a quote that old', async () => {
    const ago = (hours: number) => NOW - hours * HOUR_MS;
    await apply(quote(ago(800), 29, 31, ADA), quote(ago(200), 39, 41, ADA), quote(ago(30), 49, 51, ADA));
    await apply(quote(ago(1), 59, 61, ADA), quote(ago(1) + 60_000, 69, 71, ADA), quote(NOW, 75, 79, ADA));
    await shows('/public/markets/9001', {
      oneHourPriceChange: 0.07,
      oneDayPriceChange: 0.27,
      oneWeekPriceChange: 0.37,
      oneMonthPriceChange: 0.47,
    });
    now += HOUR_MS;
    await applier().shiftWindows();
    await shows('/public/markets/9001', { oneHourPriceChange: 0, oneDayPriceChange: 0.27 });
    now += 23 * HOUR_MS;
    await applier().shiftWindows();
    await shows('/public/markets/9001', { oneHourPriceChange: 0, oneDayPriceChange: 0, oneWeekPriceChange: 0.37 });
    const { rows } = await world.database.pool.query('SELECT count(*)::int AS hours FROM gamma.priced_hours');
    expect(rows).toEqual([{ hours: 5 }]);
    now += 800 * HOUR_MS;
    await applier().shiftWindows();
    const left = await world.database.pool.query('SELECT half_pips FROM gamma.priced_hours');
    expect(left.rows).toEqual([{ half_pips: 15_400 }]);
    expect(await read('/public/markets/9002')).not.toHaveProperty('oneHourPriceChange');
  });

  it('do not count a batch twice', async () => {
    const events = script.play(traded(10, 50));
    await applyEvents(events);
    sequence = 0;
    await expect(applyEvents(events)).rejects.toThrow('another process applies the same events');
    await shows('/public/markets/9001', { volumeNum: 1500005.25 });
  });

  it('show how a market ended here, and a reopening if one is published', async () => {
    await apply(quote(NOW, 61, 62, ADA), resolve(NOW, 'outcome1', ADA));
    await shows('/public/markets/9001', {
      closed: true,
      outcomePrices: '["0","1"]',
      umaResolutionStatus: 'resolved',
      closedTime: new Date(NOW).toISOString(),
      acceptingOrders: false,
    });
    // The exchange never publishes this: a resolution is final.
    const reopened: MarketChangedV1 = {
      type: 'market.changed.v1',
      at: NOW,
      conditionId: ADA,
      status: 'active',
      payoutPips: null,
    };
    const quoted = script.journal.events.filter((event) => event.type === 'market.quoted.v1').slice(0, 1);
    await applyEvents([reopened, ...quoted]);
    await shows('/public/markets/9001', { closed: false, outcomePrices: '["0.615","0.385"]', acceptingOrders: true });
  });

  it('equal the payout once a market is resolved: the book that it empties is quoted after it', async () => {
    await apply(quote(NOW, 59, 61, ADA));
    await apply(resolve(NOW, 'outcome0', ADA));
    await shows('/public/markets/9001', { outcomePrices: '["1","0"]', competitive: 0.8 });
    now += 25 * HOUR_MS;
    await applier().shiftWindows();
    await shows('/public/markets/9001', { oneDayPriceChange: 0 });
  });

  it("keep the source's price changes when a market that never had a book here is resolved", async () => {
    await apply(resolve(NOW, 'outcome0', ADA));
    await shows('/public/markets/9001', {
      outcomePrices: '["1","0"]',
      bestBid: 0.61,
      bestAsk: 0.62,
      lastTradePrice: 0.62,
      oneDayPriceChange: 0.02,
      umaResolutionStatus: 'resolved',
    });
  });

  it('skip markets that the catalog does not have', async () => {
    const conditionId = `0x${'99'.repeat(32)}`;
    await apply(traded(10, 50, { conditionId }), quote(NOW, 1, 2, conditionId), close(NOW, conditionId));
    await shows('/public/markets/9001', { volume: '1500000.25' });
  });

  describe('N1: when the trading journal was restored to an earlier point', () => {
    const history = (): readonly TradingEvent[] =>
      script.play(traded(250, 40), quote(NOW, 39, 41, ADA), measure(NOW, ADA), traded(50, 41), close(NOW, ADA));

    it("resets the figures to the source's, and reaches the same result by the same trading events", async () => {
      const before = await figureRows();
      const one = applier();
      const events = history();
      await applyEvents(events);
      const after = await figureRows();
      expect(after).not.toEqual(before);
      await one.reset();
      expect(await figureRows()).toEqual(before);
      expect(await one.checkpoint()).toEqual({ sequence: 0, lineage: null });
      sequence = 0;
      await applyEvents(events);
      expect(await figureRows()).toEqual(after);
    });

    it('applies nothing once another process follows another lineage', async () => {
      const [asleep, awake] = [applier(), applier()];
      const events = history();
      await applyEvents(events);
      const [first, second] = ['1'.repeat(16), `${'2'.repeat(16)} ${'1'.repeat(16)}@${sequence}`];
      await asleep.adopt({ sequence, lineage: null }, first);
      await awake.adopt({ sequence, lineage: first }, second);
      const message = {
        source: 'clob' as const,
        firstSequence: sequence + 1,
        facts: events.filter(({ type }) => type === 'trade.matched.v1').slice(-1),
      };
      await expect(asleep.apply([message], first)).rejects.toThrow(/checkpoint is not at/);
      await expect(asleep.adopt({ sequence, lineage: first }, '3'.repeat(16))).rejects.toThrow(/checkpoint is not at/);
      await awake.apply([message], second);
      expect(await awake.checkpoint()).toEqual({ sequence: sequence + 1, lineage: second });
    });
  });
});
