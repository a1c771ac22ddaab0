import { ServerClock } from './server-clock';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

describe('a process clock compared with PostgreSQL’s', () => {
  function setting() {
    const held = { wall: NOW, steady: NOW, server: NOW, answerMillis: 0 };
    const restart = (): void => void (held.steady = held.wall);
    const clock = new ServerClock({ now: () => held.steady, ahead: () => held.wall - held.steady, restart }, 2_000);
    /** The server reads its clock immediately; its reply is delayed. */
    const ask = async (): Promise<number> => {
      const { server } = held;
      held.wall += held.answerMillis;
      held.steady += held.answerMillis;
      return server;
    };
    return { held, clock, ask };
  }

  it.each([
    [2_000, null],
    [2_001, "the clock of this machine is 2.0 s ahead of PostgreSQL's"],
    [-2_000, null],
    [-HOUR, "the clock of this machine is 3600.0 s behind PostgreSQL's"],
  ])('may differ by two seconds: ahead by %i ms', async (ahead, fault) => {
    const { held, clock, ask } = setting();
    expect([clock.fault(), clock.aheadMillis()]).toEqual([null, null]);
    held.wall += ahead;
    await clock.compareWall(ask);
    expect(clock.aheadMillis()).toBe(ahead);
    if (fault === null) expect(clock.fault()).toBeNull();
    else expect(clock.fault()).toContain(fault);
  });

  it('does not count a slow reply as a difference', async () => {
    const { held, clock, ask } = setting();
    held.answerMillis = 30_000;
    await clock.compareWall(ask);
    expect(clock.aheadMillis()).toBe(0);
    held.wall = held.steady = NOW;
    await clock.compareWriting(ask);
    expect(clock.aheadMillis()).toBe(0);
  });

  it('is wrong while it writes when its time fell behind in a suspend, although the machine’s clock is right', async () => {
    const { held, clock, ask } = setting();
    held.steady -= 5_000;
    await clock.compareWall(ask);
    expect(clock.fault()).toBeNull();
    await clock.compareWriting(ask);
    expect(clock.fault()).toContain('5.0 s behind');
    clock.begin();
    await clock.compareWriting(ask);
    expect(clock.fault()).toBeNull();
  });

  it('adopts the machine’s clock when that and PostgreSQL’s agree that its time is ahead, and only then', async () => {
    const { held, clock, ask } = setting();
    for (const compare of [() => clock.compareWall(ask), () => clock.compareWriting(ask)]) {
      held.steady += HOUR;
      await compare();
      expect([clock.fault(), clock.aheadMillis(), held.steady]).toEqual([null, 0, NOW]);
    }
    held.steady += HOUR;
    held.wall += HOUR;
    await clock.compareWriting(ask);
    expect(clock.fault()).toContain('3600.0 s ahead');
  });

  it('continues while only the machine’s clock is wrong: steady time has not followed it yet', async () => {
    const { held, clock, ask } = setting();
    held.wall += HOUR;
    await clock.compareWriting(ask);
    expect(clock.fault()).toBeNull();
  });
});
