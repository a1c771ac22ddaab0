import { SteadyClock } from '@foretell/platform-server';
import { ExchangeTime } from './exchange-time';
import { ServerClock } from './server-clock';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

describe('the time of the exchange', () => {
  function setting(reached = 0) {
    const held = { wall: NOW, monotonic: 0 };
    const steady = new SteadyClock(
      () => held.wall,
      () => held.monotonic,
      () => undefined,
    );
    const time = new ExchangeTime(steady, () => reached);
    const pass = (millis: number): number => {
      held.wall += millis;
      held.monotonic += millis;
      return time.now();
    };
    return { held, steady, time, pass };
  }

  it('is the process’s while the record is not ahead', () => {
    const { time, pass } = setting();
    time.goOnFrom(NOW - HOUR);
    expect(pass(1_000)).toBe(NOW + 1_000);
    expect(time.aheadMillis()).toBe(0);
  });

  it('advances at a quarter while it is ahead, and has come back from 30 h in 40 h', () => {
    const { time, pass } = setting();
    time.goOnFrom(NOW + 30 * HOUR);
    expect(pass(12_000)).toBe(NOW + 30 * HOUR + 3_000);
    expect(pass(39 * HOUR)).toBeGreaterThan(NOW + 39 * HOUR + 12_000);
    pass(HOUR);
    expect([time.now(), time.aheadMillis()]).toEqual([NOW + 40 * HOUR + 12_000, 0]);
  });

  it('never decreases, and never stands still, however often it is read', () => {
    const { time, pass } = setting();
    time.goOnFrom(NOW + HOUR);
    for (let read = 0; read < 1_000; read += 1) pass(1);
    expect(time.now()).toBe(NOW + HOUR + 250);
  });

  it('of a process that does not write is not before the last commit', () => {
    expect(setting(NOW + HOUR).time.now()).toBe(NOW + HOUR);
    expect(setting(NOW - HOUR).time.now()).toBe(NOW);
  });

  it('starts from the record, not from what the clock was before the process wrote', () => {
    const { held, steady, time } = setting();
    held.wall += HOUR;
    steady.restart();
    expect(time.now()).toBe(NOW + HOUR);
    held.wall -= HOUR;
    steady.restart();
    time.goOnFrom(NOW - 1);
    expect(time.now()).toBe(NOW);
  });

  it('comes back the same way when the clocks are set right under a running writer', async () => {
    const { held, steady, time, pass } = setting();
    const clock = new ServerClock(steady, 2_000);
    time.goOnFrom(NOW);
    held.wall -= HOUR;
    await clock.compareWriting(async () => held.wall);
    expect([clock.fault(), time.aheadMillis()]).toEqual([null, HOUR]);
    expect(pass(4_000)).toBe(NOW + 1_000);
    await clock.compareWriting(async () => held.wall);
    expect([clock.fault(), time.aheadMillis()]).toEqual([null, HOUR - 3_000]);
  });
});
