import { EventLoop } from './event-loop';

describe('the event-loop watch', () => {
  afterEach(() => jest.useRealTimers());

  it('reports a loop that was late at every check of ten seconds, and not one that paused', () => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    let now = 0;
    const loop = new EventLoop(() => now);
    const tick = (lateMillis: number, times: number): void => {
      for (let time = 0; time < times; time++) {
        now += 500 + lateMillis;
        jest.advanceTimersByTime(500);
      }
    };
    tick(0, 20);
    tick(9_000, 1);
    expect(loop.fault()).toBeNull();
    tick(1_500, 20);
    expect(loop.fault()).toBe('the event loop is 1500 ms late');
    tick(0, 1);
    expect(loop.fault()).toBeNull();
    loop.onApplicationShutdown();
  });
});
