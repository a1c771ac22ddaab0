import { act, renderHook } from '@testing-library/react';
import { useOperatorStatus } from './use-operator-status';

describe('the status of a service', () => {
  const earlier = globalThis.fetch;
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    globalThis.fetch = earlier;
  });

  it.each([
    ['is not asked for again with a key that is refused, only with another one', 401, 1],
    ['is asked for again while the service fails', 503, 6],
  ])('%s', async (_what, status, times) => {
    const ask = jest.fn(() => Promise.resolve(new Response('{}', { status })));
    globalThis.fetch = ask;
    const { result, rerender } = renderHook(({ key }) => useOperatorStatus('http://clob.test', key), {
      initialProps: { key: 'one' },
    });
    await act(() => jest.advanceTimersByTimeAsync(11_000));
    expect(ask).toHaveBeenCalledTimes(times);
    expect(result.current.fault).toMatchObject({ status });
    rerender({ key: 'two' });
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(ask).toHaveBeenCalledTimes(times + 1);
  });
});
