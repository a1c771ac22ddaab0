import { EarlyAnswers, type Ask } from './early-answers';

describe('EarlyAnswers', () => {
  const answer = { ok: true } as const;
  const service = () =>
    jest.fn<ReturnType<Ask>, Parameters<Ask>>(() => Promise.resolve(Object.assign(Object.create(null), answer)));

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('returns an early response to the first request for it, and requests again for the next', async () => {
    const askNow = service();
    const answers = new EarlyAnswers(askNow);
    answers.askEarly('/a');
    const early = await askNow.mock.results[0]?.value;
    expect(await answers.ask('/a')).toBe(early);
    expect(await answers.ask('/a')).not.toBe(early);
    await answers.ask('/b');
    expect(askNow.mock.calls.map(([url]) => url)).toEqual(['/a', '/a', '/b']);
  });

  it('returns no early response to a request with headers', async () => {
    const askNow = service();
    const answers = new EarlyAnswers(askNow);
    answers.askEarly('/a');
    await answers.ask('/a', { headers: { key: '1' } });
    expect(askNow.mock.calls).toEqual([['/a'], ['/a', { headers: { key: '1' } }]]);
  });

  it('reports a failure to the next request only', async () => {
    const answers = new EarlyAnswers(() => Promise.reject(new Error('no answer')));
    answers.askEarly('/a');
    await expect(answers.ask('/a')).rejects.toThrow('no answer');
    answers.askEarly('/b');
    await Promise.resolve();
  });

  it('drops a response that nobody requested', async () => {
    const askNow = service();
    const answers = new EarlyAnswers(askNow);
    answers.askEarly('/a');
    jest.advanceTimersByTime(5_000);
    await answers.ask('/a');
    expect(askNow).toHaveBeenCalledTimes(2);
  });
});
