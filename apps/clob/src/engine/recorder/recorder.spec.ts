import { sizeMicros, usdcMicros } from '@foretell/units';
import { Gate } from '../../bench/gate';
import { CommitMaker } from '../../testing/commit-rows';
import { ALICE, OPEN_MARKET, credit } from '../../testing/writer-world';
import type { OrderState } from '../../columns/recorded-rows';
import { Recorder, RecorderStopped } from './recorder';

const STATE: OrderState = {
  orderId: '0x1',
  filledMicros: sizeMicros(0),
  filledUsdcMicros: usdcMicros(0),
  lockedMicros: 0,
  status: 'canceled',
  closeReason: 'canceled',
  dueAt: null,
};

describe('the recorder', () => {
  let maker: CommitMaker;
  let gate: Gate;
  let recorded: number[];
  let fatal: unknown[];
  let now: number;

  beforeEach(() => {
    jest.useFakeTimers();
    [maker, gate, recorded, fatal, now] = [new CommitMaker(), new Gate(), [], [], 0];
  });
  afterEach(() => jest.useRealTimers());

  const start = (record?: () => Promise<void>): Recorder =>
    new Recorder(0, {
      record: async (_from, commitRange) => {
        await gate.opened();
        await record?.();
        recorded.push(commitRange.head.commitNumber);
      },
      fatal: (cause) => fatal.push(cause),
      monotonic: () => now,
    });
  const commit = (recorder: Recorder, reference: string): void => recorder.take(maker.commit([credit(ALICE, reference)]));

  it('batches commits for a while and writes them as one, when nobody waits', async () => {
    const recorder = start();
    recorder.take(maker.commit([{ command: OPEN_MARKET }]));
    commit(recorder, 'a');
    await jest.advanceTimersByTimeAsync(99);
    expect(recorded).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(recorded).toEqual([2]);
    expect(recorder.lag()).toEqual({ commits: 0, millis: 0 });
  });

  it('writes immediately when a caller waits for the tables, and resolves when they hold what was committed', async () => {
    const recorder = start();
    commit(recorder, 'a');
    gate.close();
    const level = recorder.waitForProjection();
    commit(recorder, 'b');
    expect(recorder.holding(['a', 'b', 'c'])).toEqual(['a', 'b']);
    now = 70;
    expect(recorder.lag()).toEqual({ commits: 2, millis: 70 });
    gate.open();
    await level;
    expect(recorded).toEqual([1]);
    expect(recorder.holding(['a', 'b'])).toEqual(['b']);
    await recorder.waitForProjection();
    expect(recorded).toEqual([1, 2]);
  });

  it('makes the writer wait when its queue is full, until there is room again', async () => {
    const recorder = start();
    gate.close();
    const rows = maker.commit([credit(ALICE, 'a')]);
    recorder.take({ ...rows, orderStates: new Array<OrderState>(199_990).fill(STATE) });
    await recorder.waitForCapacity();
    commit(recorder, 'b');
    recorder.take({ ...maker.commit([credit(ALICE, 'c')]), orderStates: new Array<OrderState>(10).fill(STATE) });
    let hasCapacity = false;
    const room = recorder.waitForCapacity().then(() => (hasCapacity = true));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(hasCapacity).toBe(false);
    gate.open();
    await room;
    expect(recorded).toEqual([1]);
  });

  it('writes what it has before it stops, and then accepts nothing', async () => {
    const recorder = start();
    commit(recorder, 'a');
    await recorder.stop();
    expect(recorded).toEqual([1]);
    await expect(recorder.waitForCapacity()).rejects.toBeInstanceOf(RecorderStopped);
  });

  it('stops permanently when a transaction fails, and rejects every waiting call', async () => {
    const recorder = start(() => Promise.reject(new Error('the disk is gone')));
    commit(recorder, 'a');
    await expect(recorder.waitForProjection()).rejects.toBeInstanceOf(RecorderStopped);
    expect(fatal).toEqual([new Error('the disk is gone')]);
    await expect(recorder.waitForProjection()).rejects.toBeInstanceOf(RecorderStopped);
    await recorder.stop();
  });
});
