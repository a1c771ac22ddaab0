import { ALICE, BOB, eventsOf, quote, setTerms, split, trade, TradingScript, YES } from '@foretell/testing/trading';
import type { TradingEvent } from '@foretell/contracts';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import * as fc from 'fast-check';
import { restart } from '../testing/restart';
import { databaseStore } from '../ingest/projection-store';
import { TradingApplier } from '../ingest/trading.applier';
import { NaiveLedger } from '../testing/naive-ledger';
import { histories, WALLETS } from '../testing/random-history';
import { ProfitHistory, type ProfitPoint } from './profit-history';
import { ProfitQuery } from './profit.query';

jest.setTimeout(300_000);

const DAY = 86_400_000;
const START = Date.UTC(2026, 9, 12, 7, 30, 20);
/** Each run creates a complete history in the database. */
const RUNS = 12;

describe('profit over time', () => {
  let database: TestDatabase;
  let now = START;
  const history = () => new ProfitHistory(() => now, new ProfitQuery(database.pool));
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  async function publish(exchangeEvents: readonly TradingEvent[]): Promise<void> {
    await restart(database.pool);
    await new TradingApplier(databaseStore(database.pool)).apply(
      [{ source: 'clob', firstSequence: 1, facts: exchangeEvents }],
      null,
    );
  }

  it('equals at each point the result recomputed from the events before it', async () => {
    const property = fc.asyncProperty(
      histories(START, 100),
      fc.constantFrom(0, 1_000, 90_000, 3_600_000, 50 * DAY),
      async (traded, later) => {
        const { events: exchangeEvents } = traded;
        const ledger = new NaiveLedger(traded);
        await publish(exchangeEvents);
        now = Math.max(...exchangeEvents.map(({ at }) => at)) + later;
        for (const wallet of WALLETS)
          for (const [interval, fidelity] of [
            ['all', '1d'],
            ['all', '1min'],
            ['1w', null],
            ['1d', '5min'],
          ] as const) {
            const { points } = await history().of(wallet, interval, fidelity);
            expect(points.at(-1)?.at).toBe(now);
            expect(points.map(figures)).toEqual(points.map(({ at }) => ledger.standing(wallet, at === now ? now + 1 : at)));
          }
      },
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });

  it('begins at zero, follows the mark, and keeps realized profit', async () => {
    const at = Date.UTC(2026, 10, 3, 12);
    // 2.5 % of 100 x 0.4 x 0.6 is 0.6.
    const script = new TradingScript({ feeRateBps: 250 });
    await publish(
      script.play(
        split(at, BOB, 100),
        trade({ at: at + 60_000, taker: ALICE, side: 'BUY', outcome: YES, makers: [maker(40)] }),
        setTerms(at + 2 * DAY, { feeRateBps: 0 }),
        quote(at + 2 * DAY, 59, 61),
        trade({ at: at + 3 * DAY, taker: ALICE, side: 'SELL', outcome: YES, makers: [maker(60, 50)] }),
        quote(at + 4 * DAY, 19, 21),
      ),
    );
    now = at + 5 * DAY;
    const { fidelity, points } = await history().of(ALICE, 'all', '1d');
    expect(fidelity).toBe('1d');
    expect(points.map(({ at: when, realizedMicros, ...point }) => [(when - at) / DAY, realizedMicros, profit(point)])).toEqual([
      [-0.5, 0, 0],
      [0.5, -600_000, -600_000],
      [1.5, -600_000, -600_000],
      [2.5, -600_000, 19_400_000],
      [3.5, 9_400_000, 19_400_000],
      [4.5, 9_400_000, -600_000],
      [5, 9_400_000, -600_000],
    ]);
  });

  it('uses a coarser step for too many points, and ends with now for a wallet without activity', async () => {
    const at = Date.UTC(2026, 0, 5);
    await publish(eventsOf(split(at, BOB, 1)));
    now = at + 60_000 * 399;
    expect(await shape(BOB)).toEqual(['1min', 400]);
    now += 60_000 * 2;
    expect(await shape(BOB)).toEqual(['5min', 82]);
    now = at + 9_000 * DAY;
    expect(await shape(BOB)).toEqual(['1w', 401]);
    expect(await history().of(ALICE, '1d', '1h')).toMatchObject({ points: [{ at: now, worthMicros: 0, tradeCount: 0 }] });
  });

  it('begins where the realized amounts are known, when older rows lack them', async () => {
    const at = Date.UTC(2026, 10, 3, 12);
    await publish(eventsOf(split(at, BOB, 5), split(at + DAY, BOB, 7), split(at + 2 * DAY, BOB, 9)));
    await database.pool.query('UPDATE data.activity SET realized_micros = NULL WHERE at = $1', [at + DAY]);
    now = at + 3 * DAY;
    const { points } = await history().of(BOB, 'all', '1d');
    expect(points.map(({ at: when, worthMicros }) => [(when - at) / DAY, worthMicros])).toEqual([
      [1.5, 12_000_000],
      [2.5, 21_000_000],
      [3, 21_000_000],
    ]);
  });

  it('reads 10,000 rows of a wallet and no more', async () => {
    const at = Date.UTC(2026, 10, 3, 12);
    await publish(eventsOf(...Array.from({ length: 10_002 }, (_, index) => split(at + index * 60_000, BOB, 1))));
    now = at + 10_002 * 60_000;
    const { points } = await history().of(BOB, 'all', '1h');
    expect(points[0]?.at).toBe(at + 3_600_000);
    expect(points.at(-1)).toMatchObject({ worthMicros: 10_002_000_000, cashMicros: -10_002_000_000 });
  });

  async function shape(user: string): Promise<readonly [string, number]> {
    const { fidelity, points } = await history().of(user, 'all', '1min');
    return [fidelity, points.length];
  }
});

function maker(cents: number, shares = 100) {
  return { wallet: BOB, kind: 'transfer' as const, shares, cents };
}

function profit({ cashMicros, worthMicros }: Pick<ProfitPoint, 'cashMicros' | 'worthMicros'>): number {
  return cashMicros + worthMicros;
}

function figures({ realizedMicros, volumeMicros, tradeCount, ...point }: ProfitPoint) {
  return { profit: profit(point), realized: realizedMicros, volume: volumeMicros, trades: tradeCount };
}
