import type { MarketRow, OrderRow, Trade } from '@foretell/exchange';
import { batchesOf } from '@foretell/testing';
import { tradingHistories, type TradingHistory } from '@foretell/testing/trading';
import * as fc from 'fast-check';
import { CatalogVersion } from '../cache/catalog-version';
import { GammaWorld } from '../testing/gamma-world';
import { conditionOf, event, market } from '../testing/source-rows';
import { hourOf } from './figure-changes';
import { TradingEventsApplier } from './trading-events.applier';

jest.setTimeout(300_000);

/** Later than the clock of GammaWorld, so that its check of the windows, once a minute, has no effect. */
const START = Date.UTC(2100, 0, 1, 12, 30);
const HOUR_MS = 3_600_000;
/** Each run is one history of the catalog; its seed is printed. */
const RUNS = 12;
const TABLES = ['events', 'markets', 'market_figures', 'event_figures', 'traded_hours', 'priced_hours'];
const CLEAR = TABLES.map((table) => `DELETE FROM gamma.${table}`).join('; ');
const IDS = [10, 11, 12];
const WINDOWS = { volume24hr: 24, volume1wk: 168, volume1mo: 720, volume1yr: 8_760 };
/** The source's figures of each market at import. */
const SAID = { volumeNum: 18_057_561.25, volume24hr: 120_000, volume1wk: 700_000, volume1mo: 2_000_000, volume1yr: 9_000_000 };
const PAYOUT_PIPS = { outcome0: 10_000, outcome1: 0, half: 5_000 };

const FIGURES = `SELECT m.id::int, m.trading_closed AS "isClosed", f.volume, f.volume24hr, f.volume1wk, f.volume1mo, f.volume1yr,
    f.best_bid_pips AS bid, f.best_ask_pips AS ask, f.last_trade_pips AS last, f.open_interest AS "openInterest", f.liquidity,
    f.payout_pips AS payout
  FROM gamma.markets m JOIN gamma.market_figures f ON f.market_id = m.id ORDER BY m.id`;

describe('the figures of the catalog', () => {
  let world: GammaWorld;
  let now = START;
  let sequence = 0;
  let shown: readonly number[] | undefined;
  beforeAll(async () => {
    world = await GammaWorld.start();
  }, 60_000);
  afterAll(() => world?.stop());

  async function begin(): Promise<void> {
    now = START;
    await world.database.pool.query(CLEAR);
    const { rows } = await world.database.pool.query<{ sequence: number }>(
      `INSERT INTO gamma.checkpoints (source, sequence, figures_hour) VALUES ('clob', 0, $1)
       ON CONFLICT (source) DO UPDATE SET figures_hour = excluded.figures_hour RETURNING sequence`,
      [hourOf(now)],
    );
    sequence = rows[0]?.sequence ?? 0;
    const listed = IDS.map((id) => market(id, SAID));
    await world.import('events', [event(1, listed)]);
    await world.database.pool.query('UPDATE gamma.market_figures SET sourced_hour = $1', [hourOf(START)]);
    shown = undefined;
  }

  async function hear({ events }: TradingHistory, lengths: readonly number[]): Promise<void> {
    const applier = new TradingEventsApplier(world.database.pool, world.app.get(CatalogVersion), () => now);
    for (const exchangeEvents of batchesOf(events, lengths)) {
      now = Math.max(now, ...exchangeEvents.map(({ at }) => at));
      await applier.shiftWindows();
      await applier.apply([{ source: 'clob', firstSequence: sequence + 1, facts: exchangeEvents }], null);
      sequence += exchangeEvents.length;
      await expectNoFall();
    }
  }

  /** Under any trading, all-time figures never decrease, and are never less than the source's. */
  async function expectNoFall(): Promise<void> {
    const { rows } = await world.database.pool.query<{ volume: number }>(
      'SELECT volume FROM gamma.market_figures ORDER BY market_id',
    );
    const volumes = rows.map(({ volume }) => volume);
    const least = shown ?? IDS.map(() => SAID.volumeNum);
    expect(volumes.filter((volume, at) => volume < (least[at] ?? 0))).toEqual([]);
    shown = volumes;
  }

  it("equal figures recomputed from the exchange's state and trades", async () => {
    const property = fc.asyncProperty(
      tradingHistories(START, 160, { conditionIds: IDS.map(conditionOf) }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 0, max: 800 }),
      async (history, lengths, laterHours) => {
        await begin();
        await hear(history, lengths);
        now += laterHours * HOUR_MS;
        await new TradingEventsApplier(world.database.pool, world.app.get(CatalogVersion), () => now).shiftWindows();
        const { rows } = await world.database.pool.query<Record<string, unknown>>(FIGURES);
        expect(rows).toEqual(IDS.map((id) => ({ id, ...naive(history, conditionOf(id), now) })));
      },
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });
});

function naive({ commits, end }: TradingHistory, conditionId: string, now: number): object {
  const row = end.markets.find((candidate) => candidate.conditionId === conditionId);
  if (row === undefined) throw new Error('every market is opened');
  const trades = commits
    .flatMap(({ facts: exchangeEvents }) => exchangeEvents)
    .filter(
      (exchangeEvent): exchangeEvent is Trade => exchangeEvent.type === 'trade' && exchangeEvent.conditionId === conditionId,
    );
  const volumeSince = (hour: number): number =>
    trades.filter(({ at }) => hourOf(at) > hour).reduce((sum, { usdcMicros }) => sum + usdcMicros, 0) / 1e6;
  const sum = (said: number, traded: number): number => Math.round((said + traded) * 1e6) / 1e6;
  const age = hourOf(now) - hourOf(START);
  const windows = Object.entries(WINDOWS).map(([name, hours]) => {
    // By the hour in a day, by the day in the longer windows.
    const passed = hours === 24 ? age : 24 * Math.floor(age / 24);
    const left = (SAID[name as keyof typeof WINDOWS] * Math.max(hours - passed, 0)) / hours;
    return [name, sum(left, volumeSince(hourOf(now) - hours))];
  });
  return {
    isClosed: row.status === 'closed' || row.status === 'resolved',
    volume: sum(SAID.volumeNum, volumeSince(0)),
    ...(Object.fromEntries(windows) as object),
    ...bookOf(row, end.orders),
    openInterest: row.collateralMicros / 1e6,
    payout: row.resolution === null ? null : PAYOUT_PIPS[row.resolution],
  };
}

/** Best prices of outcome 0, and the value of all orders, rounded down level by level. */
function bookOf({ conditionId, lastTradePips }: MarketRow, orders: readonly OrderRow[]): object {
  const levels = new Map<string, number>();
  for (const order of orders.filter((candidate) => candidate.conditionId === conditionId && candidate.status === 'live')) {
    const isBid = (order.side === 'BUY') === (order.outcome === 0);
    const level = `${isBid ? 'bid' : 'ask'} ${order.outcome === 0 ? order.pricePips : 10_000 - order.pricePips}`;
    levels.set(level, (levels.get(level) ?? 0) + order.sizeMicros - order.filledMicros);
  }
  const prices = (side: string): number[] =>
    [...levels.keys()].filter((key) => key.startsWith(side)).map((key) => Number(key.slice(4)));
  const [bids, asks] = [prices('bid'), prices('ask')];
  const worth = [...levels].reduce((sum, [key, size]) => sum + Math.floor((size * Number(key.slice(4))) / 10_000), 0);
  return {
    bid: bids.length === 0 ? null : Math.max(...bids),
    ask: asks.length === 0 ? null : Math.min(...asks),
    last: lastTradePips,
    liquidity: worth / 1e6,
  };
}
