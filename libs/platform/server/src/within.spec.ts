import { valueWithin, within } from './within';

const MILLIS = 20;
const never = new Promise<never>(() => undefined);
const failing = (): Promise<never> => Promise.reject(new Error('no'));

describe('valueWithin', () => {
  it('gives the value of work that ends in time', async () => {
    await expect(valueWithin(MILLIS, Promise.resolve(7), () => 0)).resolves.toBe(7);
  });

  it('gives the other value once, when the work fails or takes longer', async () => {
    const otherwise = jest.fn(() => 0);
    await expect(valueWithin(MILLIS, failing(), otherwise)).resolves.toBe(0);
    await expect(valueWithin(MILLIS, never, otherwise)).resolves.toBe(0);
    expect(otherwise).toHaveBeenCalledTimes(2);
  });

  it('ignores the later outcome of the work', async () => {
    const otherwise = jest.fn(() => 0);
    let fail: (cause: Error) => void = () => undefined;
    const late = new Promise<number>((_resolve, reject) => (fail = reject));
    await expect(valueWithin(MILLIS, late, otherwise)).resolves.toBe(0);
    fail(new Error('too late'));
    await new Promise(setImmediate);
    expect(otherwise).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['ends', () => Promise.resolve()],
    ['fails', failing],
  ])('leaves no timer when the work %s', async (_how, work) => {
    const timers = (): number => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
    const before = timers();
    await valueWithin(60_000, work(), () => null);
    expect(timers()).toBe(before);
  });
});

describe('within', () => {
  it.each([
    ['ends in time', Promise.resolve('done'), true],
    ['fails', failing(), false],
    ['takes longer', never, false],
  ])('says whether the work was done: one that %s', async (_how, work, isDone) => {
    await expect(within(MILLIS, work)).resolves.toBe(isDone);
  });
});
