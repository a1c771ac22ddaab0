import { Silence } from './silence';

describe('the silence of an account', () => {
  const beat = (heartbeatId: string) => ({ address: 'a', heartbeatId });
  const looks = (silence: Silence, from: number, seconds: number, heartbeatId: string): number[] => {
    const silentAt: number[] = [];
    for (let second = 0; second <= seconds; second++) {
      const now = from + second * 1_000;
      if (silence.look(now, [beat(heartbeatId)]).length > 0) silentAt.push(second);
    }
    return silentAt;
  };

  it('is too long after fifteen seconds without another beat', () => {
    const silence = new Silence();
    expect(looks(silence, 0, 14, 'one')).toEqual([]);
    expect(looks(silence, 15_000, 14, 'two')).toEqual([]);
    expect(looks(silence, 30_000, 1, 'two')).toEqual([0, 1]);
  });

  it('begins again after a late look, and after an interruption', () => {
    const silence = new Silence();
    looks(silence, 0, 14, 'one');
    expect(looks(silence, 18_001, 15, 'one')).toEqual([15]);
    silence.interrupt();
    expect(looks(silence, 34_000, 15, 'one')).toEqual([15]);
  });

  it('is forgotten with the account', () => {
    const silence = new Silence();
    looks(silence, 0, 14, 'one');
    expect(silence.look(15_000, [])).toEqual([]);
    expect(silence.look(16_000, [beat('one')])).toEqual([]);
  });
});
