import { OneAtATime } from './one-at-a-time';

class Full extends Error {}
const turns = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('work that is done one at a time', () => {
  it('starts when the previous work has ended, even by failing', async () => {
    const line = new OneAtATime(3);
    const steps: string[] = [];
    const work = (name: string) => async (): Promise<string> => {
      steps.push(`${name} starts`);
      await turns();
      steps.push(`${name} ends`);
      if (name === 'first') throw new Error('it failed');
      return name;
    };
    const results = await Promise.allSettled([line.run(work('first')), line.run(work('second')), line.run(work('third'))]);
    expect(steps).toEqual(['first starts', 'first ends', 'second starts', 'second ends', 'third starts', 'third ends']);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });

  it('is refused without being started when the queue is full, and accepted once one has ended', async () => {
    const line = new OneAtATime(2, () => new Full());
    const two = [line.run(turns), line.run(turns)];
    const done = jest.fn(turns);
    await expect(line.run(done)).rejects.toBeInstanceOf(Full);
    expect(done).not.toHaveBeenCalled();
    await Promise.all(two);
    await expect(line.run(async () => Promise.resolve('taken'))).resolves.toBe('taken');
  });
});
