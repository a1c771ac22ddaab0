import { FrameBatch, type Frames } from './frame-batch';

class ManualFrames implements Frames {
  private readonly paints = new Map<number, () => void>();
  private last = 0;

  request(paint: () => void): number {
    this.paints.set((this.last += 1), paint);
    return this.last;
  }

  cancel(handle: number): void {
    this.paints.delete(handle);
  }

  paint(): void {
    const due = [...this.paints.values()];
    this.paints.clear();
    due.forEach((paint) => paint());
  }
}

describe('FrameBatch', () => {
  it('publishes the last value of each key, once a frame', () => {
    const frames = new ManualFrames();
    const shown: [string, number][][] = [];
    const batch = new FrameBatch<string, number>((changes) => shown.push([...changes]), frames);
    for (let change = 1; change <= 200; change += 1) batch.put(change % 2 === 0 ? 'yes' : 'no', change);
    expect(shown).toEqual([]);
    frames.paint();
    frames.paint();
    expect(shown).toEqual([
      [
        ['no', 199],
        ['yes', 200],
      ],
    ]);
  });

  it('publishes changes after a frame with the next one', () => {
    const frames = new ManualFrames();
    const shown: number[] = [];
    const batch = new FrameBatch<string, number>((changes) => shown.push(...changes.values()), frames);
    batch.put('yes', 1);
    frames.paint();
    batch.put('yes', 2);
    frames.paint();
    expect(shown).toEqual([1, 2]);
  });

  it('publishes nothing after it was stopped', () => {
    const frames = new ManualFrames();
    const shown: unknown[] = [];
    const batch = new FrameBatch<string, number>((changes) => shown.push(changes), frames);
    batch.put('yes', 1);
    batch.stop();
    frames.paint();
    expect(shown).toEqual([]);
  });
});
