import { StreamTurns } from '@foretell/platform-server';
import { DeferredSteps } from './deferred-steps';
import { STREAM_BOUNDS } from './stream-bounds';
import type { Step } from './step-log';

const LATE_MS = 5_000;

/** Publishes to readers by subject; every piece takes a millisecond. */
class Site {
  now = 0;
  readonly sent: string[] = [];
  readonly late: string[] = [];
  readonly steps: DeferredSteps<Step>;
  private sequence = 0;

  constructor(readers: Readonly<Record<string, number>>) {
    const turns = new StreamTurns({ ...STREAM_BOUNDS, sliceMillis: 0 }, () => false);
    const publish = function* (this: Site, { subject, sequence }: Step): Iterable<void> {
      for (let reader = 0; reader < (readers[subject] ?? 0); reader += 1) {
        this.now += 1;
        this.sent.push(`${subject}${sequence}`);
        yield;
      }
    }.bind(this);
    this.steps = new DeferredSteps(turns, { lateMillis: LATE_MS }, () => this.now, {
      channel: 'user',
      publish,
      late: (subject) => void this.late.push(subject),
    });
  }

  happen(subject: string): void {
    this.sequence += 1;
    this.steps.add({ subject, sequence: this.sequence, lineage: '', previous: 0, shownAt: this.now, changes: 1 });
  }

  async until(holds: () => boolean): Promise<void> {
    for (let tick = 0; !holds(); tick += 1) {
      if (tick > 100_000) throw new Error(`never happened: ${holds.toString()}`);
      await new Promise(setImmediate);
    }
  }
}

describe('the steps that are published later', () => {
  it('of a subject with one reader wait for a piece of another’s, not for its many readers and steps', async () => {
    const site = new Site({ crowd: 250, alone: 1 });
    for (let step = 0; step < 100; step += 1) site.happen('crowd');
    site.happen('alone');
    await site.until(() => site.sent.includes('alone101'));
    expect(site.sent.length).toBeLessThanOrEqual(3);
  });

  it('of one subject are published in order, each to all readers', async () => {
    const site = new Site({ a: 3, b: 2 });
    for (const subject of ['a', 'b', 'a', 'a']) site.happen(subject);
    await site.until(() => site.sent.length === 11);
    expect(site.sent.filter((each) => each.startsWith('a')).join()).toBe('a1,a1,a1,a3,a3,a3,a4,a4,a4');
  });

  it('are dropped once they are late, and the readers of that subject begin again: nobody else’s', async () => {
    const site = new Site({ crowd: 250, alone: 1 });
    for (let step = 0; step < 100; step += 1) site.happen('crowd');
    await site.until(() => site.now > LATE_MS / 2);
    site.happen('alone');
    await site.until(() => site.late.length > 0);
    expect(site.late).toEqual(['crowd']);
    expect(site.sent.filter((each) => each.startsWith('alone'))).toHaveLength(1);
    const before = site.sent.length;
    site.happen('crowd');
    await site.until(() => site.sent.length === before + 250);
    expect(site.sent.at(-1)).toBe('crowd102');
  });
});
