import { sizeMicros, usdcMicros } from '@foretell/units';
import { Gate } from '../../bench/gate';
import { CommitMaker } from '../../testing/commit-rows';
import { ALICE, OPEN_MARKET, credit } from '../../testing/writer-world';
import type { OrderState } from '../../columns/stored-rows';
import { Projector, ProjectorStopped } from './projector';

const STATE: OrderState = {
  orderId: '0x1',
  filledMicros: sizeMicros(0),
  filledUsdcMicros: usdcMicros(0),
  lockedMicros: 0,
  status: 'canceled',
  closeReason: 'canceled',
  dueAt: null,
};

describe('the projector', () => {
  let maker: CommitMaker;
  let gate: Gate;
  let projected: number[];
  let fatal: unknown[];
  let now: number;

  beforeEach(() => {
    jest.useFakeTimers();
    [maker, gate, projected, fatal, now] = [new CommitMaker(), new Gate(), [], [], 0];
  });
  afterEach(() => jest.useRealTimers());

  const start = (record?: () => Promise<void>): Projector =>
    new Projector(0, {
      record: async (_from, commitRange) => {
        await gate.opened();
        await record?.();
        projected.push(commitRange.head.commitNumber);
      },
      fatal: (cause) => fatal.push(cause),
      monotonic: () => now,
    });
  const commit = (projector: Projector, reference: string): void => projector.take(maker.commit([credit(ALICE, reference)]));

  it('batches commits for a while and writes them as one, when nobody waits', async () => {
    const projector = start();
    projector.take(maker.commit([{ command: OPEN_MARKET }]));
    commit(projector, 'a');
    await jest.advanceTimersByTimeAsync(99);
    expect(projected).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(projected).toEqual([2]);
    expect(projector.lag()).toEqual({ commits: 0, millis: 0 });
  });

  it('writes immediately when a caller waits for the tables, and resolves when they hold what was committed', async () => {
    const projector = start();
    commit(projector, 'a');
    gate.close();
    const level = projector.waitForProjection();
    commit(projector, 'b');
    expect(projector.holding(['a', 'b', 'c'])).toEqual(['a', 'b']);
    now = 70;
    expect(projector.lag()).toEqual({ commits: 2, millis: 70 });
    gate.open();
    await level;
    expect(projected).toEqual([1]);
    expect(projector.holding(['a', 'b'])).toEqual(['b']);
    await projector.waitForProjection();
    expect(projected).toEqual([1, 2]);
  });

  it('makes the writer wait when its queue is full, until there is room again', async () => {
    const projector = start();
    gate.close();
    const rows = maker.commit([credit(ALICE, 'a')]);
    projector.take({ ...rows, orderStates: new Array<OrderState>(199_990).fill(STATE) });
    await projector.waitForCapacity();
    commit(projector, 'b');
    projector.take({ ...maker.commit([credit(ALICE, 'c')]), orderStates: new Array<OrderState>(10).fill(STATE) });
    let hasCapacity = false;
    const ready = projector.waitForCapacity().then(() => (hasCapacity = true));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(hasCapacity).toBe(false);
    gate.open();
    await ready;
    expect(projected).toEqual([1]);
  });

  it('writes what it has before it stops, and then accepts nothing', async () => {
    const projector = start();
    commit(projector, 'a');
    await projector.stop();
    expect(projected).toEqual([1]);
    await expect(projector.waitForCapacity()).rejects.toBeInstanceOf(ProjectorStopped);
  });

  it('stops permanently when a transaction fails, and rejects every waiting call', async () => {
    const projector = start(() => Promise.reject(new Error('the disk is gone')));
    commit(projector, 'a');
    await expect(projector.waitForProjection()).rejects.toBeInstanceOf(ProjectorStopped);
    expect(fatal).toEqual([new Error('the disk is gone')]);
    await expect(projector.waitForProjection()).rejects.toBeInstanceOf(ProjectorStopped);
    await projector.stop();
  });
});
