import { ALICE, RAIN } from '@foretell/testing/trading';
import { encodeMessage, type CatalogEvent, type TradingEvent } from '@foretell/contracts';
import { faultOfEvent, DeadLetters, type RefusedEvents } from '@foretell/platform-nats';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { market, TRADES, TRADES_AT as AT } from '../testing/events';
import { ensureProjection } from '../database/generation.query';
import { DoctorQuery } from '../ops/doctor.query';
import { clearGenerationsExcept, swapGeneration } from '../rebuild/generation-swap.query';
import { CatalogApplier } from './catalog.applier';
import { databaseStore } from './projection-store';
import { TradingApplier } from './trading.applier';

const CREDITED: TradingEvent = { type: 'funds.credited.v1', at: AT, wallet: ALICE, amountMicros: 5_000_000 };
const [OPENED, SOLD, SOLD_ON] = TRADES as readonly [TradingEvent, TradingEvent, TradingEvent];

describe('events that the data service cannot apply', () => {
  let database: TestDatabase;
  const table = new DeadLetters('data');

  beforeEach(async () => {
    database = await createTestDatabase();
    await ensureProjection(database.pool);
  });
  afterEach(() => database.drop());

  const refused = (sequence: number, event: TradingEvent | CatalogEvent, subject: string, reason: string): RefusedEvents => {
    const source = event.type.startsWith('catalog.') ? 'gamma' : 'clob';
    const bytes = encodeMessage({ source, firstSequence: sequence, facts: [event] });
    return { source, firstSequence: sequence, lastSequence: sequence, type: event.type, subject, bytes, reason };
  };
  const deadLetters = async (): Promise<readonly unknown[]> => (await table.list(database.pool, {})).facts;
  /** The consumer's call after it has found the event. */
  const publish = async (applier: TradingApplier, sequence: number, event: TradingEvent): Promise<string | null> => {
    try {
      await applier.apply([{ source: 'clob', firstSequence: sequence, facts: [event] }], null);
      return null;
    } catch (error) {
      const reason = faultOfEvent(error);
      if (reason === null) throw error;
      await applier.deadLetter(refused(sequence, event, `condition ${RAIN}`, reason), null);
      return reason;
    }
  };

  it('are dead-lettered with the checkpoint, and so is what depends on them; everything else is applied, and every invariant holds', async () => {
    const applier = new TradingApplier(databaseStore(database.pool));
    expect(await publish(applier, 1, OPENED)).toBeNull();
    await applier.deadLetter(refused(2, SOLD, `condition ${RAIN}`, 'as if it were bad'), null);
    expect(await publish(applier, 3, SOLD_ON)).toMatch(/^wallet \d+ gives 30000000 of condition \d+:0 and has 0/);
    expect(await publish(applier, 4, CREDITED)).toBeNull();
    expect(await applier.checkpoint()).toMatchObject({ sequence: 4 });
    expect(await deadLetters()).toMatchObject([
      { sequence: 2, source: 'clob' },
      { sequence: 3, count: 1 },
    ]);
    const checks = await new DoctorQuery(database.pool).examine();
    expect(checks.filter(({ holds }) => !holds)).toMatchObject([
      {
        name: 'every event was applied',
        detail: expect.stringMatching(/^2 events are dead-lettered; the last is clob 3, condition 0x/),
      },
    ]);
  });

  it('are not skipped twice, nor out of order', async () => {
    const applier = new TradingApplier(databaseStore(database.pool));
    await applier.deadLetter(refused(1, SOLD, `condition ${RAIN}`, 'bad'), null);
    await expect(applier.deadLetter(refused(1, SOLD, `condition ${RAIN}`, 'bad'), null)).rejects.toThrow('has moved');
    await expect(applier.deadLetter(refused(3, SOLD, `condition ${RAIN}`, 'bad'), null)).rejects.toThrow('has moved');
    expect(await deadLetters()).toMatchObject([{ sequence: 1, count: 1 }]);
  });

  it('are retried in order by a rebuild, and are no longer dead-lettered once it is live', async () => {
    const applier = new TradingApplier(databaseStore(database.pool));
    await publish(applier, 1, OPENED);
    await applier.deadLetter(refused(2, SOLD, `condition ${RAIN}`, 'as if it were bad'), null);
    await publish(applier, 3, SOLD_ON);
    const rebuilt = new TradingApplier(databaseStore(database.pool), 2);
    for (const [index, event] of [OPENED, SOLD, SOLD_ON].entries()) expect(await publish(rebuilt, index + 1, event)).toBeNull();
    expect(await deadLetters()).toHaveLength(2);
    expect(await swapGeneration(database.pool, 1, 2, { clob: 0, gamma: 0 })).toBe(true);
    expect(await deadLetters()).toEqual([]);
    await clearGenerationsExcept(database.pool, 2);
    const { rows } = await database.pool.query('select 1 from data.facts_set_aside');
    expect(rows).toEqual([]);
    expect((await new DoctorQuery(database.pool).examine()).filter(({ holds }) => !holds)).toEqual([]);
  });

  it('of a market are replayed unchanged, once, and deleted when a later one of the market is applied', async () => {
    const applier = new CatalogApplier(database.pool);
    const rain = market(RAIN, []);
    const title = async (): Promise<unknown> =>
      (await database.pool.query<{ title: string }>('select title from data.markets where generation = 1')).rows[0]?.title;
    await applier.deadLetter(refused(1, rain, 'market 1', 'bad'), null);
    expect(await title()).toBeUndefined();
    const [row] = await table.find(database.pool, {});
    if (row === undefined) throw new Error('the event was not dead-lettered');
    await Promise.all([applier.replay(row), applier.replay(row)]);
    expect([await title(), await deadLetters()]).toEqual(['Will it rain?', []]);
    await applier.deadLetter(refused(2, market(RAIN, [], { question: 'Older?' }), 'market 1', 'bad'), null);
    await applier.apply([{ source: 'gamma', firstSequence: 3, facts: [market(RAIN, [], { question: 'Newer?' })] }], null);
    expect([await title(), await deadLetters()]).toEqual(['Newer?', []]);
  });

  it('are no longer dead-lettered beyond a thousand: then the consumer waits, and nothing is lost', async () => {
    const applier = new CatalogApplier(database.pool);
    await database.pool.query(`
      insert into data.facts_set_aside (generation, source, first_sequence, last_sequence, type, subject, bytes, reason, count,
        first_at, last_at)
      select 1, 'gamma', n, n, 'catalog.market.v2', 'market ' || n, '', 'bad', 1, 1, 1 from generate_series(10001, 11000) n`);
    await expect(applier.deadLetter(refused(1, market(RAIN, []), 'market 1', 'bad'), null)).rejects.toThrow(
      '1000 events are dead-lettered and no more can be: replay or drop them',
    );
    expect(await applier.checkpoint()).toMatchObject({ sequence: 0 });
    expect(await table.drop(database.pool, { source: 'gamma', sequence: 10_500 })).toBe(1);
    await applier.deadLetter(refused(1, market(RAIN, []), 'market 1', 'bad'), null);
    expect(await applier.checkpoint()).toMatchObject({ sequence: 1 });
  });
});
