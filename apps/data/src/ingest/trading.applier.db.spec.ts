import type { EventMessage, TradeMatchedV1, TradingEvent } from '@foretell/contracts';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { TRADES } from '../testing/events';
import { generationRows } from '../testing/generation-rows';
import { ensureProjection } from '../database/generation.query';
import { databaseStore } from './projection-store';
import { TradingApplier } from './trading.applier';

const [OPENED, SOLD, SOLD_AGAIN] = TRADES as readonly [TradingEvent, TradingEvent, TradeMatchedV1];
/** Carol sells shares that she does not have. */
const IMPOSSIBLE = { ...SOLD_AGAIN, sizeMicros: 9_000_000_000 };

function message(firstSequence: number, ...events: TradingEvent[]): EventMessage<TradingEvent>[] {
  return [{ source: 'clob', firstSequence, facts: events }];
}

describe('the trading event applier', () => {
  let database: TestDatabase;
  let applier: TradingApplier;
  beforeEach(async () => {
    database = await createTestDatabase();
    await ensureProjection(database.pool);
    applier = new TradingApplier(databaseStore(database.pool));
  });
  afterEach(() => database.drop());

  const rows = async (): Promise<Record<string, string[]>> => generationRows(database.pool, 1);

  it('takes a batch while the previous one is being written, with the same rows as one after the other', async () => {
    const other = new TradingApplier(databaseStore(database.pool), 2);
    for (const [index, event] of [OPENED, SOLD, SOLD_AGAIN].entries()) await other.apply(message(index + 1, event), null);
    const first = applier.apply(message(1, OPENED), null);
    const second = applier.apply(message(2, SOLD), null);
    await first;
    const third = applier.apply(message(3, SOLD_AGAIN), null);
    await Promise.all([second, third]);
    expect(await rows()).toEqual(await generationRows(database.pool, 2));
    expect(await applier.checkpoint()).toMatchObject({ sequence: 3 });
  });

  it('writes nothing of a batch whose predecessor failed, and continues from the checkpoint', async () => {
    await applier.apply(message(1, OPENED), null);
    const before = await rows();
    const outcomes = await Promise.allSettled([
      applier.apply(message(2, IMPOSSIBLE), null),
      applier.apply(message(3, SOLD_AGAIN), null),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await rows()).toEqual(before);
    expect(await applier.checkpoint()).toMatchObject({ sequence: 1 });
    await applier.apply(message(2, SOLD), null);
    expect(await applier.checkpoint()).toMatchObject({ sequence: 2 });
  });

  it('reports its checkpoint without waiting for a batch being written, which still counts for the next one', async () => {
    await applier.apply(message(1, OPENED), null);
    const holder = await database.pool.connect();
    try {
      await holder.query(`BEGIN; SELECT 1 FROM data.checkpoints WHERE source = 'clob' FOR UPDATE`);
      const second = applier.apply(message(2, SOLD), null);
      expect(await applier.checkpoint()).toMatchObject({ sequence: 1 });
      const third = applier.apply(message(3, SOLD_AGAIN), null);
      await holder.query('COMMIT');
      await Promise.all([second, third]);
    } finally {
      holder.release();
    }
    expect(await applier.checkpoint()).toMatchObject({ sequence: 3 });
  });

  it('refuses events that another process has applied, and events that do not follow the checkpoint', async () => {
    await applier.apply(message(1, OPENED), null);
    await new TradingApplier(databaseStore(database.pool)).apply(message(2, SOLD), null);
    const before = await rows();
    await expect(applier.apply(message(2, SOLD), null)).rejects.toThrow('the checkpoint of generation 1 has moved');
    await expect(applier.apply(message(4, SOLD_AGAIN), null)).rejects.toThrow('has moved');
    expect(await rows()).toEqual(before);
    expect(await applier.checkpoint()).toMatchObject({ sequence: 2 });
    await applier.apply(message(3, SOLD_AGAIN), null);
    expect(await applier.checkpoint()).toMatchObject({ sequence: 3 });
  });

  it('N1: applies nothing once another process follows another lineage of the journal', async () => {
    const [first, second] = ['1'.repeat(16), `${'2'.repeat(16)} ${'1'.repeat(16)}@1`];
    await applier.adopt({ sequence: 0, lineage: null }, first);
    await applier.apply(message(1, OPENED), first);
    const asleep = new TradingApplier(databaseStore(database.pool));
    await applier.adopt({ sequence: 1, lineage: first }, second);
    const before = await rows();
    await expect(asleep.apply(message(2, SOLD), first)).rejects.toThrow(/the checkpoint of generation 1 has moved/);
    await expect(asleep.adopt({ sequence: 1, lineage: first }, first)).rejects.toThrow(
      /the checkpoint of generation 1 has moved/,
    );
    expect(await rows()).toEqual(before);
    await applier.apply(message(2, SOLD), second);
    expect(await applier.checkpoint()).toMatchObject({ sequence: 2, lineage: second });
  });
});
