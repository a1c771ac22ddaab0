import { ElapsedClock } from './elapsed-clock';

const HOUR = 3_600_000;

describe('the elapsed clock', () => {
  function setting() {
    const held = { wall: 1_800_000_000_000, monotonic: 77.25 };
    const clock = new ElapsedClock(
      () => held.monotonic,
      () => Math.floor(held.wall),
    );
    const pass = (millis: number): number => {
      held.wall += millis;
      held.monotonic += millis;
      return clock.now();
    };
    return { clock, held, pass };
  }

  it('follows the monotonic clock, whatever the wall clock rounds off and however often it is read', () => {
    const { pass } = setting();
    let elapsed = 0;
    for (let reading = 0; reading < 10_000; reading += 1) elapsed = pass(0.3);
    expect(elapsed).toBeCloseTo(3_000, 3);
  });

  it('counts a suspend, during which only the wall clock advances', () => {
    const { pass, held } = setting();
    pass(1_000);
    held.wall += 5_000;
    expect(Math.round(pass(10))).toBe(6_010);
    held.wall += 5_000;
    expect(Math.round(pass(10))).toBe(11_020);
  });

  it('does not go back with the wall clock, and counts a suspend after the wall clock was set back', () => {
    const { pass, held } = setting();
    held.wall -= HOUR;
    expect(pass(1_000)).toBe(1_000);
    held.wall += 5_000;
    expect(Math.round(pass(10))).toBe(6_010);
  });
});
