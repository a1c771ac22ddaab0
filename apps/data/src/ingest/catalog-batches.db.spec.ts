import { encodeMessage, PERIODS, subjectOf, type CatalogMarketV2 } from '@foretell/contracts';
import { DeadLetters, type RefusedEvents } from '@foretell/platform-nats';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { Logger } from '@nestjs/common';
import * as fc from 'fast-check';
import { BoardFollower } from '../leaderboard/board.follower';
import { reduceCatalog, type Market } from '../projections/catalog.reduction';
import { restart } from '../testing/restart';
import { generationRows } from '../testing/generation-rows';
import { messagesOf } from '../testing/messages';
import { CATALOG_EVENT } from '../testing/random-catalog';
import { CONDITIONS, eventHistories, WALLETS } from '../testing/random-history';
import { CatalogApplier } from './catalog.applier';
import { databaseStore } from './projection-store';
import { TradingApplier } from './trading.applier';

jest.setTimeout(300_000);

const NOW = Date.UTC(2026, 10, 21, 12);
/**
 * Each run creates a complete history in the database. Shrinking a failure would take minutes, so the seed is printed instead.
 */
const RUNS = 12;
const LENGTHS = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 });
const EVENTS = fc.array(CATALOG_EVENT, { minLength: 1, maxLength: 30, size: 'max' });

describe('markets after any history of the catalog', () => {
  let database: TestDatabase;
  const table = new DeadLetters('data');
  beforeAll(async () => {
    // Every dead-lettered event writes a log line.
    Logger.overrideLogger(false);
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  async function begin(): Promise<void> {
    await restart(database.pool);
  }

  it('are byte for byte the same for any batching of the events, and a repeated batch counts once', async () => {
    const property = fc.asyncProperty(EVENTS, LENGTHS, async (events, lengths) => {
      await begin();
      const oneByOne = new CatalogApplier(database.pool, 2);
      for (const message of messagesOf('gamma', events, [1])) await oneByOne.apply([message], null);
      await new CatalogApplier(database.pool, 3).apply(messagesOf('gamma', events, [4]), null);
      const live = new CatalogApplier(database.pool);
      for (const message of messagesOf('gamma', events, lengths)) {
        await live.apply([message], null);
        await expect(live.apply([message], null)).rejects.toThrow('has moved');
      }
      const expected = await generationRows(database.pool, 2);
      for (const generation of [1, 3]) expect(await generationRows(database.pool, generation)).toEqual(expected);
    });
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });

  const refused = (sequence: number, event: CatalogMarketV2): RefusedEvents => ({
    source: 'gamma',
    firstSequence: sequence,
    lastSequence: sequence,
    type: event.type,
    subject: subjectOf(event),
    bytes: encodeMessage({ source: 'gamma', firstSequence: sequence, facts: [event] }),
    reason: 'as if it were bad',
  });

  /** The expected rows after every event that is not outdated: the last one of each condition. */
  function expectedOf(events: readonly CatalogMarketV2[], areRefused: readonly boolean[]): readonly Market[] {
    const sequenced = events.map((event, index) => ({ event, sequence: index + 1, isRefused: areRefused[index] === true }));
    const lasting = sequenced.filter(
      ({ event, sequence, isRefused }) =>
        !isRefused || !sequenced.some((later) => later.sequence > sequence && later.event.marketId === event.marketId),
    );
    return reduceCatalog(lasting.map(({ event, sequence }) => ({ event, sequence })));
  }

  async function expectBoards(follower: BoardFollower): Promise<void> {
    const loaded = new BoardFollower(database.pool, () => NOW);
    await loaded.refresh();
    for (const period of PERIODS)
      for (const category of ['OVERALL', 'SPORTS', 'WEATHER'] as const)
        for (const wallet of WALLETS) {
          const places = [follower, loaded].map(({ board }) => board?.placeOf({ period, category, orderBy: 'PNL' }, wallet));
          expect([period, category, wallet, places[0]]).toEqual([period, category, wallet, places[1]]);
        }
  }

  it('have the last event after dead-lettered events are replayed in any order, and the leaderboard follows them', async () => {
    const property = fc.asyncProperty(
      EVENTS,
      fc.array(
        fc.nat(2).map((drawn) => drawn === 0),
        { minLength: 30, maxLength: 30 },
      ),
      fc.array(fc.nat(100), { minLength: 30, maxLength: 30 }),
      eventHistories(NOW - 3_000_000, 20),
      async (events, areRefused, order, traded) => {
        await begin();
        const applier = new CatalogApplier(database.pool);
        const follower = new BoardFollower(database.pool, () => NOW);
        const message = { source: 'clob', firstSequence: 1, facts: traded } as const;
        if (traded.length > 0) await new TradingApplier(databaseStore(database.pool)).apply([message], null);
        for (const [index, event] of events.entries()) {
          if (areRefused[index] === true) await applier.deadLetter(refused(index + 1, event), null);
          else await applier.apply([{ source: 'gamma', firstSequence: index + 1, facts: [event] }], null);
          await follower.refresh();
        }
        const rows = [...(await table.find(database.pool, {}))].toSorted(
          (one, other) => (order[one.sequence] ?? 0) - (order[other.sequence] ?? 0),
        );
        for (const row of rows) {
          await Promise.all([applier.replay(row), applier.replay(row)]);
          await follower.refresh();
          await expectBoards(follower);
        }
        const { rows: held } = await database.pool.query<{ conditionId: string; title: string; sequence: number }>(
          `SELECT condition_id AS "conditionId", title, sequence FROM data.markets WHERE generation = 1 ORDER BY 1`,
        );
        const expected = expectedOf(events, areRefused)
          .map(({ conditionId, title, sequence }) => ({ conditionId, title, sequence }))
          .toSorted((one, other) => CONDITIONS.indexOf(one.conditionId) - CONDITIONS.indexOf(other.conditionId));
        expect(held).toEqual(expected);
      },
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });
});
