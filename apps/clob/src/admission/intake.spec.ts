import { AsyncLocalStorage } from 'node:async_hooks';
import { endInTurn, useTracer } from '@foretell/platform-server';
import fc from 'fast-check';
import type { ServerResponse } from 'node:http';
import { Intake, OF_NEW_WRITES, OF_READS, type Slice } from './intake';
import { TurnClock } from './turn-clock';

/** An intake whose clock is advanced only by work, with the work's results. */
class Day {
  now = 1_000;
  /** Work that was started, by event-loop tick. */
  readonly turns: number[][] = [[]];
  private readonly turn = new TurnClock(() => this.now);
  readonly intake: Intake;

  constructor(slice: Slice = OF_NEW_WRITES, givesWay = () => false) {
    this.intake = new Intake(this.turn, slice, givesWay, () => this.now);
  }

  /** A tick in which requests have already taken this long, and these arrive. */
  bring(works: readonly { readonly id: number; readonly millis: number }[], afterMillis = 0): void {
    this.turn.elapsed();
    this.now += afterMillis;
    for (const { id, millis } of works) {
      this.intake.take(() => {
        this.turns.at(-1)?.push(id);
        this.now += millis;
      });
    }
  }

  async untilDone(count: number): Promise<void> {
    while (this.turns.flat().length < count) {
      await new Promise((resolve) => setImmediate(resolve));
      this.turns.push([]);
    }
  }
}

const works = (count: number, millis: number) => Array.from({ length: count }, (_, id) => ({ id, millis }));

describe('the intake of new writes', () => {
  it('starts each piece of work in the async context that queued it, not in that of the one that scheduled the slice', async () => {
    const context = new AsyncLocalStorage<number>();
    const begun: unknown[] = [];
    const tracer = { begin: () => null, close: () => Promise.resolve() };
    useTracer(tracer);
    try {
      const day = new Day();
      day.bring([], 9);
      for (const id of [0, 1, 2]) context.run(id, () => day.intake.take(() => void begun.push([id, context.getStore()])));
      while (begun.length < 3) await new Promise((resolve) => setImmediate(resolve));
    } finally {
      useTracer(null);
    }
    expect(begun).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
  });

  it('starts work immediately when nothing waits and the tick has just begun', () => {
    const day = new Day();
    day.bring(works(3, 1));
    expect(day.turns).toEqual([[0, 1, 2]]);
    expect(day.intake.waitMillis()).toBe(0);
  });

  it('ends the answers of a slice with it, not after the requests of the next tick', async () => {
    const day = new Day();
    const ended: string[] = [];
    const response = { end: (body: string) => ended.push(body) } as unknown as ServerResponse;
    day.bring([], 9);
    day.intake.take(() => endInTurn(response, 'done'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toEqual(['done']);
  });

  it('yields to the event loop after a slice, however much has arrived', async () => {
    const day = new Day();
    day.bring(works(12, 1.5), 9);
    expect(day.turns).toEqual([[]]);
    await day.untilDone(12);
    expect(day.turns.filter(({ length }) => length > 0)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
      [6, 7, 8],
      [9, 10, 11],
    ]);
  });

  it('takes at least as much time as the rest of the tick had while much is refused', async () => {
    const day = new Day();
    day.bring(works(2, 10), 9);
    await new Promise((resolve) => setImmediate(resolve));
    day.turns.push([]);
    day.bring(works(20, 10).slice(2), 45);
    await day.untilDone(20);
    expect(Math.max(...day.turns.map(({ length }) => length))).toBe(5);
  });

  it('keeps arrival order, whatever each takes and whenever it arrives', async () => {
    const work = fc.record({
      millis: fc.integer({ min: 0, max: 20 }),
      isNewTurn: fc.boolean(),
      after: fc.constantFrom(0, 5, 30),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(work, { maxLength: 60 }), async (all) => {
        const day = new Day();
        for (const [id, { millis, isNewTurn, after }] of all.entries()) {
          if (isNewTurn) await new Promise((resolve) => setImmediate(resolve));
          day.bring([{ id, millis }], after);
        }
        await day.untilDone(all.length);
        expect(day.turns.flat()).toEqual(all.map((_, id) => id));
        expect(day.intake.waitMillis()).toBe(0);
      }),
    );
  });

  it('predicts the wait of queued work, and ignores one late tick', async () => {
    const day = new Day();
    day.bring(works(100, 2), 9);
    expect(day.intake.waitMillis()).toBeCloseTo(30);
    await day.untilDone(100);
    day.bring(works(100, 2), 9);
    const learnt = day.intake.waitMillis();
    expect(learnt).toBeGreaterThan(150);
    expect(learnt).toBeLessThan(250);
    await day.untilDone(200);
  });
});

describe('the intake of reads', () => {
  it('starts a millisecond of work in the tick of arrival, and one in the next', async () => {
    const day = new Day(OF_READS);
    day.bring(works(12, 0.6));
    expect(day.turns).toEqual([[0, 1]]);
    await day.untilDone(12);
    // Two on arrival, and two in the next slice.
    expect(day.turns.map(({ length }) => length).filter((length) => length > 0)).toEqual([4, 2, 2, 2, 2]);
    expect(day.turns.flat()).toEqual(works(12, 0).map(({ id }) => id));
  });

  it('gets a quarter of what the rest of the tick takes, so that orders do not stop reads', async () => {
    const day = new Day(OF_READS);
    day.bring(works(4, 1), 2);
    await new Promise((resolve) => setImmediate(resolve));
    day.turns.push([]);
    day.bring(works(20, 1).slice(4), 12);
    await day.untilDone(20);
    expect(Math.max(...day.turns.map(({ length }) => length))).toBe(4);
  });

  it('runs after what an order waits for, every other tick at the latest', async () => {
    const day = new Day(OF_READS, () => true);
    day.bring(works(6, 0.6), 2);
    await day.untilDone(6);
    expect(day.turns.map(({ length }) => length)).toEqual([0, 2, 0, 2, 0, 2, 0]);
    expect(day.turns.flat()).toEqual(works(6, 0).map(({ id }) => id));
  });

  it('asks once a tick, and is not deferred while no order waits', async () => {
    let asked = 0;
    const day = new Day(OF_READS, () => (asked += 1) < 0);
    day.bring(works(6, 0.6), 2);
    await day.untilDone(6);
    expect(day.turns.map(({ length }) => length).filter((length) => length > 0)).toEqual([2, 2, 2]);
    expect(asked).toBe(3);
  });
});

describe('work that goes on in promises', () => {
  it('counts in its slice as far as it comes without waiting for anything else', async () => {
    let now = 1_000;
    const turn = new TurnClock(() => now);
    const intake = new Intake(turn, OF_NEW_WRITES, undefined, () => now);
    const done: number[] = [];
    const work = async (id: number): Promise<void> => {
      for (let step = 0; step < 5; step += 1) await Promise.resolve();
      now += 2;
      done.push(id);
    };
    turn.elapsed();
    now += 9;
    for (let id = 0; id < 9; id += 1) intake.take(() => void work(id));
    const turns: number[] = [];
    while (done.length < 9) {
      await new Promise((resolve) => setImmediate(resolve));
      turns.push(done.length);
    }
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(turns).toEqual([3, 6, 9]);
  });
});
