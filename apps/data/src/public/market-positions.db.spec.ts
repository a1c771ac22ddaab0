import type { TradingEvent } from '@foretell/contracts';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import * as fc from 'fast-check';
import { CatalogApplier } from '../ingest/catalog.applier';
import { databaseStore } from '../ingest/projection-store';
import { TradingApplier } from '../ingest/trading.applier';
import { restart } from '../testing/restart';
import { market } from '../testing/events';
import { CONDITIONS, eventHistories, WALLETS } from '../testing/random-history';
import { MarketPositionsQuery } from './market-positions.query';

jest.setTimeout(300_000);

const START = Date.UTC(2026, 9, 12, 7, 30, 20);
/** Each run creates a complete history in the database. */
const RUNS = 12;

/** Scans every position. */
const NAIVE_OF_TOKEN = `SELECT w.address, p.outcome, p.size_micros AS size FROM data.positions p
  JOIN data.conditions c ON c.generation = p.generation AND c.number = p.condition
  JOIN data.wallets w ON w.generation = p.generation AND w.number = p.wallet
  WHERE c.condition_id = $1 AND p.acquired_micros > 0 AND CASE $2 WHEN 'OPEN' THEN p.size_micros > 0 WHEN 'CLOSED' THEN p.size_micros = 0
    ELSE true END AND ($3::text IS NULL OR w.address = $3) ORDER BY p.outcome, p.size_micros DESC, p.wallet`;
const NAIVE_WINNERS = `SELECT w.address, p.realized_micros AS realized FROM data.positions p
  JOIN data.conditions c ON c.generation = p.generation AND c.number = p.condition
  JOIN data.wallets w ON w.generation = p.generation AND w.number = p.wallet
  WHERE p.realized_micros > 0 AND p.changed_at >= $1 AND c.payout0_pips IS NOT NULL
  ORDER BY p.realized_micros DESC, p.wallet, p.condition, p.outcome LIMIT $2`;

describe('positions of all wallets', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  async function publish(events: readonly TradingEvent[]): Promise<void> {
    await restart(database.pool);
    const listed = CONDITIONS.map((conditionId) => market(conditionId, []));
    await new CatalogApplier(database.pool).apply([{ source: 'gamma', firstSequence: 1, facts: listed }], null);
    await new TradingApplier(databaseStore(database.pool)).apply([{ source: 'clob', firstSequence: 1, facts: events }], null);
  }

  it('of winners equal those found by scanning every position, ever and in any window', async () => {
    let winnersFound = 0;
    const property = fc.asyncProperty(eventHistories(START, 100), fc.integer({ min: 1, max: 20 }), async (events, limit) => {
      await publish(events);
      const last = Math.max(START, ...events.map(({ at }) => at));
      for (const since of [null, 0, START, Math.floor((START + last) / 2), last, last + 1]) {
        const found = await new MarketPositionsQuery(database.pool).winners(since, limit);
        const { rows } = await database.pool.query(NAIVE_WINNERS, [since ?? 0, limit]);
        expect([since, found.map(({ address, realizedMicros: realized }) => ({ address, realized }))]).toEqual([since, rows]);
        winnersFound += rows.length;
      }
    });
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
    expect(winnersFound).toBeGreaterThan(0);
  });

  it('of markets are the open, the closed or both, of all wallets or of one', async () => {
    const property = fc.asyncProperty(eventHistories(START, 100), async (events) => {
      await publish(events);
      for (const conditionId of CONDITIONS)
        for (const status of ['OPEN', 'CLOSED', 'ALL'] as const)
          for (const user of [null, WALLETS[1] ?? '']) {
            const page = { limit: 100, offset: 0 };
            const found = await new MarketPositionsQuery(database.pool).ofMarkets([conditionId], user, status, page);
            const { rows } = await database.pool.query(NAIVE_OF_TOKEN, [conditionId, status, user]);
            const shown = found.map(({ address, outcome, sizeMicros: size }) => ({ address, outcome, size }));
            expect([conditionId, status, user, shown]).toEqual([conditionId, status, user, rows]);
          }
    });
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });
});
