import type { EventMessage, TradingEvent } from '@foretell/contracts';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import * as fc from 'fast-check';
import { DoctorQuery } from '../ops/doctor.query';
import { CatalogApplier } from '../ingest/catalog.applier';
import { databaseStore } from '../ingest/projection-store';
import { TradingApplier } from '../ingest/trading.applier';
import { BoardFollower } from '../leaderboard/board.follower';
import { PERIODS, type Period } from '@foretell/contracts';
import { startMinute } from '../leaderboard/period';
import { restart } from '../testing/restart';
import { market } from '../testing/events';
import { generationRows } from '../testing/generation-rows';
import { messagesOf } from '../testing/messages';
import { NaiveLedger } from '../testing/naive-ledger';
import { CONDITIONS, histories, WALLETS } from '../testing/random-history';

jest.setTimeout(300_000);

const NOW = Date.UTC(2026, 10, 21, 12);
const FORTY_DAYS_MS = 40 * 86_400_000;
const SPORTS = CONDITIONS.slice(0, 1);
/**
 * Each run creates a complete history in the database. Shrinking a failure would take minutes, so the seed is printed instead.
 */
const RUNS = 12;

/** Like a consumer with a backlog: each batch is handed over while the previous one is being written. */
async function applyOneAhead(applier: TradingApplier, messages: readonly EventMessage<TradingEvent>[]): Promise<void> {
  let before = Promise.resolve();
  for (const message of messages) {
    const applied = applier.apply([message], null);
    await before;
    before = applied;
  }
  await before;
}

describe('projections after any history', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  async function begin(): Promise<void> {
    await restart(database.pool);
    const listed = [
      market(CONDITIONS[0] ?? '', [{ label: 'NBA', slug: 'nba' }]),
      market(CONDITIONS[1] ?? '', [{ label: 'Odd', slug: 'odd' }]),
    ];
    for (const generation of [1, 2])
      await new CatalogApplier(database.pool, generation).apply([{ source: 'gamma', firstSequence: 1, facts: listed }], null);
  }

  function expectBoard(follower: BoardFollower, ledger: NaiveLedger, now: number): void {
    const startOf = (period: Period): number => (period === 'ALL' ? 0 : startMinute(period, now) * 60_000);
    for (const period of PERIODS) {
      for (const [category, conditionIds] of [
        ['OVERALL', CONDITIONS],
        ['SPORTS', SPORTS],
      ] as const) {
        for (const wallet of WALLETS) {
          const place = follower.board?.placeOf({ period, category, orderBy: 'PNL' }, wallet) ?? null;
          const expected = ledger.result(wallet, startOf(period), conditionIds);
          expect([period, category, wallet, place?.pnlMicros ?? 0, place?.volumeMicros ?? 0]).toEqual([
            period,
            category,
            wallet,
            expected.pnl,
            expected.vol,
          ]);
        }
      }
    }
  }

  it('give the results of the definition, followed step by step or loaded at once, and pass the doctor', async () => {
    const property = fc.asyncProperty(
      histories(NOW - FORTY_DAYS_MS, 100),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 }),
      async (history, lengths) => {
        const { events: exchangeEvents } = history;
        const ledger = new NaiveLedger(history);
        await begin();
        let now = NOW - FORTY_DAYS_MS;
        const follower = new BoardFollower(database.pool, () => now);
        const live = new TradingApplier(databaseStore(database.pool));
        for (const message of messagesOf('clob', exchangeEvents, lengths)) {
          await live.apply([message], null);
          now = Math.max(now, ...message.facts.map(({ at }) => at));
          await follower.refresh();
        }
        const end = now;
        for (const laterHours of [0, 7, 50, 200, 800]) {
          now = end + laterHours * 3_600_000;
          await follower.refresh();
          expectBoard(follower, ledger, now);
          const loaded = new BoardFollower(database.pool, () => now);
          await loaded.refresh();
          expectBoard(loaded, ledger, now);
        }
        expect(
          (await new DoctorQuery(database.pool).examine())
            .filter(({ holds }) => !holds)
            .map(({ name, detail }) => `${name}: ${detail}`),
        ).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });

  it('are byte for byte the same when rebuilt, whatever the batches', async () => {
    const property = fc.asyncProperty(
      histories(NOW - FORTY_DAYS_MS, 100),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
      async ({ events: exchangeEvents }, lengths) => {
        await begin();
        const live = new TradingApplier(databaseStore(database.pool));
        const cut = messagesOf('clob', exchangeEvents, lengths);
        await applyOneAhead(live, cut);
        for (const message of cut) await expect(live.apply([message], null)).rejects.toThrow('has moved');
        const messages = messagesOf('clob', exchangeEvents, [64]);
        if (messages.length > 0) await new TradingApplier(databaseStore(database.pool), 2).apply(messages, null);
        expect(await generationRows(database.pool, 2)).toEqual(await generationRows(database.pool, 1));
      },
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });
});
