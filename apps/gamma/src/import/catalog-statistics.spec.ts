import { Logger } from '@nestjs/common';
import { CatalogStatistics, QUIET_MS, ROWS_MIN } from './catalog-statistics';

describe('the planner statistics of the catalog', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    Logger.overrideLogger(false);
  });
  afterEach(() => jest.useRealTimers());

  function counted(take: () => Promise<unknown> = () => Promise.resolve()): {
    readonly statistics: CatalogStatistics;
    readonly taken: jest.Mock;
  } {
    const taken = jest.fn(take);
    return { statistics: new CatalogStatistics(taken), taken };
  }

  it('are collected once, when a large import has finished', async () => {
    const { statistics, taken } = counted();
    for (let batch = 0; batch < 10; batch += 1) {
      statistics.written(ROWS_MIN / 2);
      await jest.advanceTimersByTimeAsync(QUIET_MS - 1);
      expect(taken).not.toHaveBeenCalled();
    }
    await jest.advanceTimersByTimeAsync(1);
    expect(taken).toHaveBeenCalledTimes(1);
    statistics.written(ROWS_MIN - 1);
    await jest.advanceTimersByTimeAsync(QUIET_MS);
    expect(taken).toHaveBeenCalledTimes(1);
  });

  it('are not collected for a few rows, until they add up', async () => {
    const { statistics, taken } = counted();
    statistics.written(ROWS_MIN - 1);
    await jest.advanceTimersByTimeAsync(QUIET_MS);
    expect(taken).not.toHaveBeenCalled();
    statistics.written(1);
    await jest.advanceTimersByTimeAsync(QUIET_MS);
    expect(taken).toHaveBeenCalledTimes(1);
  });

  it('may fail without harm, and are not collected after the end', async () => {
    const { statistics, taken } = counted(() => Promise.reject(new Error('away')));
    statistics.written(ROWS_MIN);
    await jest.advanceTimersByTimeAsync(QUIET_MS);
    statistics.written(ROWS_MIN);
    await statistics.stop();
    await jest.advanceTimersByTimeAsync(QUIET_MS);
    expect(taken).toHaveBeenCalledTimes(1);
  });
});
