import { SteadyClock } from './steady-clock';

const START = 1_800_000_000_000;
const HOUR = 3_600_000;

describe('the steady clock', () => {
  function setting() {
    const steps: number[] = [];
    const held = { wall: START, monotonic: 77 };
    const clock = new SteadyClock(
      () => held.wall,
      () => held.monotonic,
      (millis) => void steps.push(millis),
    );
    const pass = (millis: number): number => {
      held.wall += millis;
      held.monotonic += millis;
      return clock.now();
    };
    return { clock, held, steps, pass };
  }

  it('equals the wall clock while it is not set, and follows its drift', () => {
    const { pass, held, clock, steps } = setting();
    expect(pass(1_000)).toBe(START + 1_000);
    held.wall += 20;
    expect(pass(10_000)).toBe(held.wall);
    held.wall -= 20;
    expect(pass(10_000)).toBe(held.wall);
    expect([steps, clock.ahead()]).toEqual([[], 0]);
  });

  it.each([HOUR, -HOUR])(
    'continues with elapsed time when the wall clock is set by %i ms, reports it once, and converges slowly',
    (step) => {
      const { pass, held, clock, steps } = setting();
      pass(1_000);
      const before = clock.now();
      held.wall += step;
      expect(clock.now()).toBe(before);
      const later = pass(10_000);
      expect(later - before).toBe(step > 0 ? 10_100 : 9_900);
      expect(steps).toEqual([step]);
      expect(Math.round(clock.ahead())).toBe(step - Math.sign(step) * 100);
      for (let hours = 0; hours < 100; hours++) pass(HOUR);
      expect(clock.now()).toBe(held.wall);
      expect(steps).toEqual([step]);
    },
  );

  it('reports both steps of a clock that is set and set back', () => {
    const { pass, held, clock, steps } = setting();
    const before = pass(1_000);
    held.wall += HOUR;
    pass(0);
    held.wall -= HOUR;
    expect(pass(5_000) - before).toBe(5_000);
    expect(steps).toEqual([HOUR, -HOUR]);
    expect(clock.ahead()).toBe(0);
  });

  it('adopts the wall clock at once when it restarts', () => {
    const { pass, held, clock, steps } = setting();
    pass(1_000);
    held.wall += HOUR;
    expect(clock.now()).toBe(START + 1_000);
    clock.restart();
    expect([clock.now(), clock.ahead(), steps]).toEqual([held.wall, 0, [HOUR]]);
    expect(pass(10_000)).toBe(held.wall);
  });
});
