import { doubt } from './doubt';
import { retried } from './retried';
import { ServiceError } from './service-error';

const RETRY_MILLIS = 5_000;

describe('retried', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function begun(failures: number) {
    let left = failures;
    const ask = jest.fn(() => (left-- > 0 ? Promise.reject(new Error('away')) : Promise.resolve('here')));
    const [take, fail] = [jest.fn(), jest.fn()];
    return { ask, take, fail, end: retried(ask, { take, fail }) };
  }
  const settled = () => jest.advanceTimersByTimeAsync(0);

  it('asks again in a moment until there is an answer, and then no more', async () => {
    const { ask, take, fail } = begun(2);
    await settled();
    expect(fail).toHaveBeenCalledWith(new Error('away'));
    await jest.advanceTimersByTimeAsync(2 * RETRY_MILLIS);
    expect([ask.mock.calls.length, fail.mock.calls.length, take.mock.calls]).toEqual([3, 2, [['here']]]);
    doubt();
    await jest.advanceTimersByTimeAsync(2 * RETRY_MILLIS);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('asks at once when the network or the page is back', async () => {
    const { take } = begun(1);
    await settled();
    doubt();
    await settled();
    expect(take).toHaveBeenCalledWith('here');
  });

  it('does not repeat what is refused for good, until the network or the page is back', async () => {
    const ask = jest.fn(() => Promise.reject(new ServiceError('not here', { status: 404, code: 'not_found' })));
    const end = retried(ask, { take: jest.fn(), fail: jest.fn() });
    await jest.advanceTimersByTimeAsync(2 * RETRY_MILLIS);
    expect(ask).toHaveBeenCalledTimes(1);
    doubt();
    expect(ask).toHaveBeenCalledTimes(2);
    end();
  });

  it('says nothing after its end', async () => {
    const { ask, take, fail, end } = begun(1);
    end();
    await jest.advanceTimersByTimeAsync(2 * RETRY_MILLIS);
    expect([ask.mock.calls.length, take.mock.calls.length, fail.mock.calls.length]).toEqual([1, 0, 0]);
  });
});
