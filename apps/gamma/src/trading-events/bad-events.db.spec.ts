import { encodeMessage, type TradingEvent } from '@foretell/contracts';
import { faultOfEvent, DeadLetters, type DeadLetterRow } from '@foretell/platform-nats';
import { CatalogVersion } from '../cache/catalog-version';
import { GammaWorld } from '../testing/gamma-world';
import { tradeEvent } from '../testing/trade-event';
import { ADA_CONDITION, PUBLIC_SITE } from '../testing/public-site';
import { TradingEventsApplier } from './trading-events.applier';

const NOW = Date.UTC(2026, 10, 22, 12, 30);
const MARKET = 9001;

const quote = (bidPips: number): TradingEvent => ({
  type: 'market.quoted.v1',
  at: NOW,
  conditionId: ADA_CONDITION,
  bestBidPips: bidPips,
  bestAskPips: null,
  lastTradePips: null,
});
const trade = (usdcMicros: number): TradingEvent =>
  tradeEvent({ at: NOW, conditionId: ADA_CONDITION, outcome: 0, sizeMicros: 1_000_000, usdcMicros, pricePips: null });
/** Volume beyond what a column can hold. */
const TOO_MUCH = trade(1e19);

describe('trading events that the catalog cannot apply', () => {
  let world: GammaWorld;
  let applier: TradingEventsApplier;
  const table = new DeadLetters('gamma');

  beforeEach(async () => {
    world = await GammaWorld.start();
    await world.import('events', PUBLIC_SITE);
    applier = new TradingEventsApplier(world.database.pool, world.app.get(CatalogVersion), () => NOW);
  }, 120_000);
  afterEach(() => world?.stop());

  const figures = async (): Promise<{ bid: number | null; volume: number }> => {
    const { rows } = await world.database.pool.query<{ bid: number | null; volume: number }>(
      `select f.best_bid_pips as bid, coalesce((select sum(h.usdc_micros) from gamma.traded_hours h
         where h.market_id = f.market_id), 0)::float8 as volume
       from gamma.market_figures f where f.market_id = $1`,
      [MARKET],
    );
    return rows[0] ?? { bid: null, volume: 0 };
  };
  const put = async (sequence: number, event: TradingEvent, subject: string): Promise<DeadLetterRow> => {
    const bytes = encodeMessage({ source: 'clob', firstSequence: sequence, facts: [event] });
    const place = { source: 'clob', firstSequence: sequence, lastSequence: sequence } as const;
    await applier.deadLetter({ ...place, type: event.type, subject, bytes, reason: 'bad' }, null);
    const [row] = await table.find(world.database.pool, { sequence });
    if (row === undefined) throw new Error('it was not dead-lettered');
    return row;
  };

  it("are recognised by PostgreSQL's error on their values, and change nothing", async () => {
    const failed = applier.apply([{ source: 'clob', firstSequence: 1, facts: [quote(4_000), TOO_MUCH] }], null);
    const reason = await failed.then(
      () => null,
      (error: unknown) => faultOfEvent(error),
    );
    expect(reason).toMatch(/out of range|integer/);
    expect(await applier.checkpoint()).toMatchObject({ sequence: 0 });
    await applier.apply([{ source: 'clob', firstSequence: 1, facts: [quote(4_000)] }], null);
    await put(2, TOO_MUCH, `condition ${ADA_CONDITION}`);
    await applier.apply([{ source: 'clob', firstSequence: 3, facts: [trade(5_000_000)] }], null);
    expect([(await applier.checkpoint()).sequence, (await figures()).bid]).toEqual([3, 4_000]);
  });

  it('count once when they are replayed, however often, and do not restore older prices', async () => {
    const row = await put(1, trade(7_000_000), `condition ${ADA_CONDITION}`);
    const before = await figures();
    await Promise.all([applier.replay(row), applier.replay(row)]);
    await applier.replay(row);
    expect((await figures()).volume - before.volume).toBe(7_000_000);
    expect((await table.list(world.database.pool, {})).total).toBe(0);
    await put(2, quote(1_000), `prices of ${ADA_CONDITION}`);
    await applier.apply([{ source: 'clob', firstSequence: 3, facts: [quote(4_200)] }], null);
    expect((await table.list(world.database.pool, {})).total).toBe(0);
    expect((await figures()).bid).toBe(4_200);
  });

  it('are not replayed with text in place of a number: none of them counts, and the row stays', async () => {
    const wrong = { ...trade(7_000_000), usdcMicros: '7000000' } as unknown as TradingEvent;
    const row = await put(1, wrong, `condition ${ADA_CONDITION}`);
    const before = await figures();
    await expect(applier.replay(row)).rejects.toThrow('trade.matched.v1: usdcMicros must be a whole number of 0 or more');
    expect([await figures(), (await table.list(world.database.pool, {})).total]).toEqual([before, 1]);
  });
});
