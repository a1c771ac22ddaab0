import type { Snapshot } from '@foretell/exchange';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { shares } from '@foretell/units';
import {
  ALICE,
  BOB,
  CONDITION,
  OPEN_MARKET,
  RULES,
  credit,
  order,
  startWriter,
  submitAll,
  type WriterWorld,
} from '../testing/writer-world';
import { commitBatch } from './journal/commit.query';
import { rebuild } from './recovery';
import type { CommandDraft, Submission } from './submission';
import type { WriterPorts } from './writer-ports';

/** Two of everything a step, one fill an execution. */
const TIGHT = { ...RULES, bounds: { ...RULES.bounds, fillsMax: 1, stepMax: 2 } };
const CLOSE: CommandDraft = { type: 'closeMarket', conditionId: CONDITION };
const RESOLVE: CommandDraft = { type: 'resolveMarket', conditionId: CONDITION, resolution: 'outcome0' };
const CANCEL_ALL: CommandDraft = { type: 'cancelOrders', wallet: ALICE, conditionId: null, outcome: null };

describe('a command of many steps', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  let now = 1_800_000_000_000;
  const start = (ports: Partial<WriterPorts> = {}): Promise<WriterWorld> =>
    startWriter(database.pool, { clock: () => ++now, ...ports }, {}, TIGHT);
  const bids = (count: number): Submission[] =>
    Array.from({ length: count }, (_, index) => order(ALICE, 'BUY', 1_000 + 100 * index, shares(10)));
  const funded = async (ports: Partial<WriterPorts> = {}, bidCount = 5): Promise<WriterWorld> => {
    const world = await start(ports);
    await submitAll(world.writer, [{ command: OPEN_MARKET }, credit(ALICE, 'a'), credit(BOB, 'b'), ...bids(bidCount)]);
    return world;
  };
  /** Commits this many batches after the call, then none: the process crashes with work in progress. */
  const dyingAfter = (): { ports: Partial<WriterPorts>; die: (commits: number) => void } => {
    let left = Infinity;
    const die = (commits: number): void => void (left = commits);
    return {
      ports: { commit: (batch) => (left-- > 0 ? commitBatch(database.pool, batch) : Promise.reject(new Error('dead'))) },
      die,
    };
  };
  const openIn = ({ exchange }: WriterWorld): number => exchange.snapshot().orders.length;
  /** What the record holds after its writer has crashed. */
  const leftBy = async ({ projector }: WriterWorld): Promise<Snapshot> => {
    await projector.stop();
    return (await rebuild(database.pool, TIGHT)).exchange.snapshot();
  };
  const settledBy = async (world: WriterWorld): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await world.writer.submit({ command: { type: 'advanceTime' } });
  };

  it('is answered once, after its last commit, and lets others in between', async () => {
    const world = await funded();
    const before = world.committed.length;
    const log: string[] = [];
    const closing = world.writer.submit({ command: CLOSE }).then((settled) => log.push(settled.type));
    await world.writer.submit(credit(BOB, 'between'));
    expect(log).toEqual([]);
    await closing;
    expect(log).toEqual(['done']);
    expect(world.committed.length - before).toBe(3);
    expect(openIn(world)).toBe(0);
    await world.stop();
  });

  it('cancels everything that was open when it arrived, and nothing that arrived later', async () => {
    const world = await funded();
    const canceling = world.writer.submit({ command: CANCEL_ALL });
    const later = await world.writer.submit(order(ALICE, 'BUY', 2_000, shares(10)));
    expect(await canceling).toMatchObject({ type: 'canceled', orderIds: { length: 5 }, delayedOrderIds: [] });
    expect(world.exchange.snapshot().orders.map(({ orderId }) => orderId)).toEqual([
      later.type === 'placed' ? later.orderId : later,
    ]);
    await world.stop();
  });

  it('a close that crashes half way is finished by the next writer, without a request', async () => {
    const { ports, die } = dyingAfter();
    const world = await funded(ports);
    die(1);
    await expect(world.writer.submit({ command: CLOSE })).rejects.toThrow('the writer has failed');
    expect((await leftBy(world)).orders).toHaveLength(3);
    const next = await start();
    expect(await next.writer.submit(order(BOB, 'BUY', 1_000, shares(10)))).toMatchObject({ reason: 'market_closed' });
    await settledBy(next);
    expect(openIn(next)).toBe(0);
    await next.stop();
  });

  it('a resolution that crashes half way pays everybody once', async () => {
    const { ports, die } = dyingAfter();
    const world = await funded(ports, 3);
    const holders = Array.from({ length: 5 }, (_, index) => `0x${String(index + 1).repeat(40)}`);
    await submitAll(world.writer, [
      ...holders.map((wallet) => credit(wallet, `to ${wallet}`)),
      ...holders.map((wallet): Submission => ({
        command: { type: 'splitPosition', wallet, conditionId: CONDITION, sizeMicros: shares(7) },
      })),
    ]);
    die(3);
    await expect(world.writer.submit({ command: RESOLVE })).rejects.toThrow('the writer has failed');
    expect((await leftBy(world)).markets).toMatchObject([{ status: 'closed', resolution: 'outcome0' }]);
    const next = await start();
    const split = { type: 'splitPosition', wallet: BOB, conditionId: CONDITION, sizeMicros: shares(1) } as const;
    expect(await next.writer.submit({ command: split })).toMatchObject({ reason: 'market_resolved' });
    expect(await next.writer.submit({ command: { ...RESOLVE, resolution: 'half' } })).toMatchObject({ type: 'rejected' });
    await settledBy(next);
    const { markets, balances } = next.exchange.snapshot();
    expect(markets).toMatchObject([{ status: 'resolved', collateralMicros: 0 }]);
    for (const wallet of holders) {
      expect(balances.filter((row) => row.wallet === wallet && row.availableMicros > 0)).toMatchObject([
        { conditionId: null, availableMicros: 1_000_000_000 },
      ]);
    }
    next.exchange.checkInvariants();
    await next.stop();
  });

  it('an order with more fills than one execution allows continues by itself, also after a crash', async () => {
    const { ports, die } = dyingAfter();
    const world = await funded(ports, 0);
    await submitAll(world.writer, [
      { command: { type: 'splitPosition', wallet: BOB, conditionId: CONDITION, sizeMicros: shares(30) } },
      ...[5_000, 5_100, 5_200].map((pips) => order(BOB, 'SELL', pips, shares(10))),
    ]);
    die(2);
    const taker = await world.writer.submit(order(ALICE, 'BUY', 5_500, shares(40)));
    expect(taker).toMatchObject({ type: 'placed', status: 'matched', filledMicros: shares(10) });
    await world.writer.submit(credit(BOB, 'dead')).catch(() => undefined);
    expect(world.fatal).toEqual([new Error('dead')]);
    expect((await leftBy(world)).orders.map(({ status }) => status).toSorted()).toEqual(['delayed', 'live']);
    const next = await start();
    await settledBy(next);
    expect(next.exchange.snapshot().orders).toMatchObject([{ status: 'live', filledMicros: shares(30), wallet: ALICE }]);
    await next.stop();
  });

  it('a batch ends when it is large enough, and commands taken beyond that keep their order', async () => {
    const world = await funded({}, 0);
    const many = Array.from({ length: 40 }, (_, index) => credit(BOB, `many ${index}`));
    const before = world.committed.length;
    jest.spyOn(world.exchange, 'undrained').mockReturnValue(4_000);
    const answers = await submitAll(world.writer, [...many, ...many.slice(0, 1)]);
    expect(answers.map(({ type }) => type)).toEqual([...many.map(() => 'done'), 'known']);
    expect(world.committed.length - before).toBe(40);
    await world.stop();
  });
});

describe('a ledger reference', () => {
  it('that is resent while it is being committed, or looked up, is applied once', async () => {
    const database = await createTestDatabase();
    let hold: Promise<void> = Promise.resolve();
    const world = await startWriter(database.pool, {
      commit: async (batch) => {
        await hold;
        await commitBatch(database.pool, batch);
      },
    });
    let release: () => void = () => undefined;
    hold = new Promise((resolve) => (release = resolve));
    const first = world.writer.submit(credit(ALICE, 'once'));
    while (world.writer.depth() > 0) await new Promise((resolve) => setImmediate(resolve));
    const second = world.writer.submit(credit(ALICE, 'once'));
    await new Promise((resolve) => setImmediate(resolve));
    release();
    expect(await Promise.all([first, second, world.writer.submit(credit(ALICE, 'once'))])).toMatchObject([
      { type: 'done' },
      { type: 'known' },
      { type: 'known' },
    ]);
    await world.stop();
    expect(world.fatal).toEqual([]);
    const { rows } = await database.pool.query('select available_micros from clob.balances');
    expect(rows).toEqual([{ available_micros: 1_000_000_000 }]);
    await database.drop();
  });
});
