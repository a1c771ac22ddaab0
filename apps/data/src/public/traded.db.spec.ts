import type { EventMessage, TradingEvent } from '@foretell/contracts';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import type { TradingHistory } from '@foretell/testing/trading';
import * as fc from 'fast-check';
import { totalsOf } from '../database/wallet-totals.query';
import { databaseStore } from '../ingest/projection-store';
import { TradingApplier } from '../ingest/trading.applier';
import { restart } from '../testing/restart';
import { NaiveLedger } from '../testing/naive-ledger';
import { histories, WALLETS } from '../testing/random-history';
import { MarketPositionsQuery } from './market-positions.query';
import { RowsQuery } from './rows.query';
import { TradedQuery } from './traded.query';

jest.setTimeout(300_000);

const START = Date.UTC(2026, 9, 12, 7, 30, 20);
/** Each run creates a complete history in the database. */
const RUNS = 10;
const NO_TOTALS = `total_trades = NULL, total_markets = NULL, total_shares_micros = NULL, total_volume_micros = NULL,
  total_cash_micros = NULL, total_realized_micros = NULL`;

describe("a wallet's totals", () => {
  let database: TestDatabase;
  let traded: TradedQuery;
  beforeAll(async () => {
    database = await createTestDatabase();
    traded = new TradedQuery(database.pool, new RowsQuery(database.pool));
  });
  afterAll(() => database.drop());

  /** In batches, each by its own process or all by one; calls `between` after the first half. */
  async function publish(
    exchangeEvents: readonly TradingEvent[],
    size: number,
    isOne: boolean,
    between = async () => {},
  ): Promise<void> {
    await restart(database.pool);
    const one = new TradingApplier(databaseStore(database.pool));
    for (let start = 0; start < exchangeEvents.length; start += size) {
      const message: EventMessage<TradingEvent> = {
        source: 'clob',
        firstSequence: start + 1,
        facts: exchangeEvents.slice(start, start + size),
      };
      await (isOne ? one : new TradingApplier(databaseStore(database.pool))).apply([message], null);
      if (start <= exchangeEvents.length / 2 && start + size > exchangeEvents.length / 2) await between();
    }
  }

  async function expectTotals(ledger: NaiveLedger): Promise<void> {
    for (const wallet of WALLETS) {
      const { totalRealizedMicros, ...totals } = await totalsOf(database.pool, wallet);
      expect([wallet, totals]).toEqual([wallet, ledger.totals(wallet)]);
      const { rows } = await database.pool.query<{ realized: number; best: number }>(
        `SELECT coalesce(sum(realized_micros), 0)::int8 AS realized, greatest(0, coalesce(max(realized_micros), 0))::int8 AS best
         FROM data.positions p JOIN data.wallets w ON w.generation = p.generation AND w.number = p.wallet WHERE address = $1`,
        [wallet],
      );
      const best = await new MarketPositionsQuery(database.pool).bestMicros(wallet);
      expect([wallet, { realized: totalRealizedMicros, best }]).toEqual([wallet, rows[0]]);
    }
  }

  async function expectWindows(history: TradingHistory, edges: readonly number[]): Promise<void> {
    const ledger = new NaiveLedger(history);
    const first = Math.floor(START / 1_000) - 100;
    const last = Math.ceil(Math.max(START, ...history.events.map(({ at }) => at)) / 1_000) + 100;
    const seconds = edges.map((edge) => first + Math.floor((edge / 1_000) * (last - first)));
    for (const wallet of WALLETS)
      for (const [start, end] of [[undefined, seconds[0]], [seconds[1], undefined], seconds.slice(0, 2), seconds.slice(1)]) {
        const { totalTrades, totalSharesMicros, totalVolumeMicros } = ledger.totals(wallet, start, end);
        const expected = { count: totalTrades, sizeMicros: totalSharesMicros, usdcMicros: totalVolumeMicros };
        expect([wallet, start, end, await traded.between(wallet, start, end)]).toEqual([wallet, start, end, expected]);
      }
  }

  const EDGES = fc.array(fc.nat(1_000), { minLength: 3, maxLength: 3 });

  it('equal those of its events, in total and in any window, whatever the batches and the appliers', async () => {
    const property = fc.asyncProperty(
      histories(START, 60),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      EDGES,
      async (history, size, isOne, edges) => {
        await publish(history.events, size, isOne);
        await expectTotals(new NaiveLedger(history));
        await expectWindows(history, edges);
      },
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });

  it('are the same over rows of an earlier release, which have no totals', async () => {
    const property = fc.asyncProperty(
      histories(START, 60),
      fc.integer({ min: 1, max: 20 }),
      EDGES,
      async (history, size, edges) => {
        await publish(history.events, size, false, async () => {
          await database.pool.query(`UPDATE data.activity SET ${NO_TOTALS}`);
        });
        await expectTotals(new NaiveLedger(history));
        await expectWindows(history, edges);
      },
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });

  it('continue from the archived totals, when no row of a wallet is left', async () => {
    const property = fc.asyncProperty(histories(START, 60), fc.integer({ min: 1, max: 20 }), async (history, size) => {
      await publish(history.events, size, false, async () => {
        await database.pool
          .query(`UPDATE data.wallets w SET archived_trades = l.total_trades, archived_shares_micros = l.total_shares_micros
          FROM (SELECT DISTINCT ON (wallet) * FROM data.activity ORDER BY wallet, sequence DESC, part DESC) l
          WHERE w.number = l.wallet`);
        await database.pool.query('DELETE FROM data.activity');
      });
      await expectTotals(new NaiveLedger(history));
    });
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });
});
