import type { MarketChangedV1, MarketMeasuredV1, MarketQuotedV1, TradeMatchedV1, TradingFact } from '@foretell/contracts';
import { CatalogVersion } from '../cache/catalog-version';
import { ADA_CONDITION, PUBLIC_SITE } from '../testing/public-site';
import { GammaWorld } from '../testing/gamma-world';
import { tradeFact } from '../testing/trade-fact';
import { TradingFactsApplier } from './trading-facts.applier';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 22, 12, 30);

function trade(usdc: number, pips: number, { at = NOW, outcome = 0 }: { at?: number; outcome?: 0 | 1 } = {}): TradeMatchedV1 {
  const usdcMicros = Math.round(usdc * 1e6);
  const sizeMicros = Math.round((usdc / pips) * 1e10);
  return tradeFact({ at, conditionId: ADA_CONDITION, outcome, sizeMicros, usdcMicros, pricePips: pips });
}

function quote(bid: number | null, ask: number | null, last: number | null, at = NOW): MarketQuotedV1 {
  return {
    type: 'market.quoted.v1',
    at,
    conditionId: ADA_CONDITION,
    bestBidPips: bid,
    bestAskPips: ask,
    lastTradePips: last,
  };
}

function measured(bids: number, asks: number, openInterest: number): MarketMeasuredV1 {
  return {
    type: 'market.measured.v1',
    at: NOW,
    conditionId: ADA_CONDITION,
    bidsMicros: Math.round(bids * 1e6),
    asksMicros: Math.round(asks * 1e6),
    openInterestMicros: Math.round(openInterest * 1e6),
  };
}

function changed(status: MarketChangedV1['status'], payoutPips: MarketChangedV1['payoutPips']): MarketChangedV1 {
  return { type: 'market.changed.v1', at: NOW, conditionId: ADA_CONDITION, status, payoutPips };
}

describe('figures that trading makes', () => {
  let world: GammaWorld;
  let now = NOW;
  let sequence = 0;
  beforeEach(async () => {
    now = NOW;
    sequence = 0;
    world = await GammaWorld.start();
    await world.import('events', PUBLIC_SITE);
  }, 120_000);
  afterEach(() => world?.stop());

  const applier = (): TradingFactsApplier =>
    new TradingFactsApplier(world.database.pool, world.app.get(CatalogVersion), () => now);
  const apply = async (...facts: TradingFact[]): Promise<void> => {
    await applier().apply([{ source: 'clob', firstSequence: sequence + 1, facts }]);
    sequence += facts.length;
  };
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
        // The figures are shown anew within a second; a test that never sees them runs into its time limit.
        if (Date.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  let deadline = 0;
  beforeEach(() => {
    deadline = Date.now() + 20_000;
  });

  it('are the source’s until something trades, with the prices of the book that is here', async () => {
    await apply(quote(5900, 6300, null));
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

  it('are of trades here alone from the first trade on, in the market and summed in its event', async () => {
    await apply(trade(12.34, 6170), quote(6100, null, 6170));
    await apply(trade(0.000001, 3800, { outcome: 1 }));
    await shows('/public/markets/9001', {
      volume: '12.340001',
      volumeNum: 12.340001,
      volumeClob: 12.340001,
      volume24hr: 12.340001,
      volume1wk: 12.340001,
      volume1mo: 12.340001,
      volume1yr: 12.340001,
      bestBid: 0.61,
      bestAsk: 1,
      lastTradePrice: 0.62,
      outcomePrices: '["0.62","0.38"]',
    });
    // 12.340001 of Ada, and what the source said of Ben and Cem.
    await shows('/public/events/900', { volume: 1000012.340001, volume24hr: 20012.340001 });
    await shows('/public/events/800', { volume: 5000 });
  });

  it('leave the windows hour by hour, and the whole never', async () => {
    await apply(
      trade(1, 5000, { at: NOW - 23 * HOUR_MS }),
      trade(2, 5000, { at: NOW - 167 * HOUR_MS }),
      trade(4, 5000, { at: NOW - 719 * HOUR_MS }),
      trade(8, 5000, { at: NOW - 8759 * HOUR_MS }),
      trade(16, 5000, { at: NOW - 8760 * HOUR_MS }),
    );
    await shows('/public/markets/9001', { volumeNum: 31, volume24hr: 1, volume1wk: 3, volume1mo: 7, volume1yr: 15 });
    await applier().shiftWindows();
    await shows('/public/markets/9001', { volumeNum: 31, volume24hr: 1, volume1wk: 3, volume1mo: 7, volume1yr: 15 });
    now += HOUR_MS;
    await applier().shiftWindows();
    await shows('/public/markets/9001', { volumeNum: 31, volume24hr: 0, volume1wk: 1, volume1mo: 3, volume1yr: 7 });
    await shows('/public/events/900', { volume24hr: 20000 });
    const before = await world.database.pool.query('SELECT figures_version FROM gamma.checkpoints');
    await applier().shiftWindows();
    expect((await world.database.pool.query('SELECT figures_version FROM gamma.checkpoints')).rows).toEqual(before.rows);
  });

  it('keep what trading said when the catalog is imported again', async () => {
    await apply(trade(5, 5000));
    const later = PUBLIC_SITE.map((row) => ({ ...row, updatedAt: '2026-11-30T00:00:00Z', volume: 77 }));
    await world.import('events', later);
    await shows('/public/markets/9001', { volumeNum: 5 });
    await shows('/public/events/800', { volume: 77 });
  });

  it('change once for many trades: one statement a kind, one version', async () => {
    await apply(...Array.from({ length: 5000 }, () => trade(0.01, 5000)));
    const { rows } = await world.database.pool.query('SELECT figures_version AS version FROM gamma.checkpoints');
    expect(rows).toEqual([{ version: 1 }]);
    await shows('/public/markets/9001', { volumeNum: 50 });
  });

  it('tell of the book that is here: how deep it is, how open the question, what the condition holds', async () => {
    await shows('/public/markets/9001', { liquidity: '90000.5', liquidityNum: 90000.5 });
    await apply(quote(4900, 5100, null), measured(300.25, 100, 0));
    await shows('/public/markets/9001', { liquidity: '400.25', liquidityNum: 400.25, liquidityClob: 400.25, competitive: 1 });
    // 400.25 of Ada, and what the source said of Ben and Cem.
    await shows('/public/events/900', { liquidity: 60400.25, competitive: 1, openInterest: 0 });
    await apply(trade(10, 9000), quote(8900, 9100, 9000), measured(250, 90, 20));
    await shows('/public/markets/9001', { liquidityNum: 340, competitive: 0.862069 });
    await shows('/public/events/900', { openInterest: 20 });
    expect(await world.list('/public/events?liquidity_min=1000')).toHaveLength(2);
    await world.import(
      'events',
      PUBLIC_SITE.map((row) => ({ ...row, updatedAt: '2026-11-30T00:00:00Z' })),
    );
    await shows('/public/markets/9001', { liquidityNum: 340, competitive: 0.862069 });
    await apply(measured(200, 0, 20), quote(null, null, 9000));
    await shows('/public/markets/9001', { liquidity: '0', liquidityNum: 0, bestAsk: 1 });
  });

  it('say how the price went since the last hour, day, week and month, as soon as it was quoted then', async () => {
    const ago = (hours: number) => NOW - hours * HOUR_MS;
    await apply(quote(2900, 3100, null, ago(800)), quote(3900, 4100, null, ago(200)), quote(4900, 5100, null, ago(30)));
    await apply(quote(5900, 6100, null, ago(1)), quote(6900, 7100, null, ago(1) + 60_000), quote(7500, 7900, null));
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
    await apply(trade(5, 5000));
    sequence = 0;
    await expect(apply(trade(5, 5000))).rejects.toThrow('another process applies the same facts');
    await shows('/public/markets/9001', { volumeNum: 5 });
  });

  it('show how a market ended here, and that it is open again', async () => {
    await apply(quote(6100, 6200, null), changed('resolved', [0, 10000]));
    await shows('/public/markets/9001', {
      closed: true,
      outcomePrices: '["0","1"]',
      umaResolutionStatus: 'resolved',
      closedTime: new Date(NOW).toISOString(),
      acceptingOrders: false,
    });
    await apply(changed('active', null));
    await shows('/public/markets/9001', { closed: false, outcomePrices: '["0.615","0.385"]', acceptingOrders: true });
  });

  it('are what is paid once a market is resolved: the book that it empties is quoted after it', async () => {
    await apply(quote(5900, 6100, 6000));
    await apply(changed('resolved', [10000, 0]), quote(null, null, 6000));
    await shows('/public/markets/9001', { outcomePrices: '["1","0"]', competitive: 0.8 });
    now += 25 * HOUR_MS;
    await applier().shiftWindows();
    await shows('/public/markets/9001', { oneDayPriceChange: 0 });
  });

  it('keep the source’s way of prices where a market that never had a book here is resolved', async () => {
    await apply(changed('resolved', [10000, 0]));
    await shows('/public/markets/9001', {
      outcomePrices: '["1","0"]',
      bestBid: 0.61,
      bestAsk: 0.62,
      lastTradePrice: 0.62,
      oneDayPriceChange: 0.02,
      umaResolutionStatus: 'resolved',
    });
  });

  it('pass over markets that the catalog does not have', async () => {
    const elsewhere = { conditionId: `0x${'99'.repeat(32)}` };
    await apply(
      { ...trade(5, 5000), ...elsewhere },
      { ...quote(1, 2, 3), ...elsewhere },
      { ...changed('closed', null), ...elsewhere },
    );
    await shows('/public/markets/9001', { volume: '1500000.25' });
  });
});
