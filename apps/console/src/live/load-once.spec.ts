import { loadOnce } from './load-once';

describe('loadOnce', () => {
  it('returns the same result to every caller, during the request and afterwards', async () => {
    const answers = ['first', 'second'];
    const ask = loadOnce(() => Promise.resolve(answers.shift()));
    const early = ask();
    expect(ask()).toBe(early);
    expect(await early).toBe('first');
    expect(await ask()).toBe('first');
  });

  it('requests again after a failure', async () => {
    let times = 0;
    const ask = loadOnce(() => {
      times += 1;
      return times === 1 ? Promise.reject(new Error('cut off')) : Promise.resolve(times);
    });
    await expect(ask()).rejects.toThrow('cut off');
    expect(await ask()).toBe(2);
  });
});
