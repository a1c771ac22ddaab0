import { renderHook } from '@testing-library/react';
import { useTradeReadings } from './use-trade-readings';

describe('useTradeReadings', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('reads once for trades that come together, and again for later ones', () => {
    const read = jest.fn();
    const { rerender, unmount } = renderHook(({ sequence }) => useTradeReadings(read, sequence), {
      initialProps: { sequence: 0 },
    });
    const timesAfter = (sequences: readonly number[]): number => {
      sequences.forEach((sequence) => rerender({ sequence }));
      jest.advanceTimersByTime(1_000);
      return read.mock.calls.length;
    };
    expect([timesAfter([0]), timesAfter([5, 6, 7]), timesAfter([7]), timesAfter([8])]).toEqual([0, 1, 1, 2]);
    rerender({ sequence: 9 });
    unmount();
    jest.advanceTimersByTime(1_000);
    expect(read).toHaveBeenCalledTimes(2);
  });
});
