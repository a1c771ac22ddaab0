import { metricsRegistry } from './metrics';
import { LagAge, watchGauge, watchLag } from './watched-gauge';

async function lines(name: string): Promise<string[]> {
  const text = await metricsRegistry.metrics();
  return text.split('\n').filter((line) => line.startsWith(name));
}

describe('a watched gauge', () => {
  it('is read at each scrape, the newest of the same name and labels', async () => {
    const help = 'A gauge of this spec.';
    watchGauge({ name: 'spec_first', help, labels: { of: 'a' } }, () => 1);
    watchGauge({ name: 'spec_first', help, labels: { of: 'b' } }, () => Promise.resolve(2));
    let third = 3;
    watchGauge({ name: 'spec_first', help, labels: { of: 'a' } }, () => third);
    expect(await lines('spec_first')).toEqual(['spec_first{of="a"} 3', 'spec_first{of="b"} 2']);
    third = 4;
    expect(await lines('spec_first')).toContain('spec_first{of="a"} 4');
  });

  it('is NaN when it cannot be read, and absent when it does not apply', async () => {
    const help = 'A gauge of this spec.';
    watchGauge({ name: 'spec_failing', help }, () => Promise.reject(new Error('away')));
    watchGauge({ name: 'spec_absent', help }, () => null);
    watchGauge({ name: 'spec_plain', help }, () => 7);
    expect(await lines('spec_')).toEqual(expect.arrayContaining(['spec_failing Nan', 'spec_plain 7']));
    expect(await lines('spec_absent')).toEqual([]);
  });

  it('reports a lag in events and in seconds from one reading', async () => {
    let looks = 0;
    const gauges = { facts: { name: 'spec_lag_facts', help: 'a' }, seconds: { name: 'spec_lag_seconds', help: 'b' } };
    watchLag(gauges, () => Promise.resolve({ end: 10, reached: 10 - ++looks }));
    expect(await lines('spec_lag_')).toEqual(['spec_lag_facts 1', 'spec_lag_seconds 0']);
    expect(looks).toBe(1);
  });
});

describe('the age of a lag', () => {
  let now = 0;
  const age = (): LagAge => new LagAge(() => now);

  it('is that of the oldest end that was seen and is not reached', () => {
    const lag = age();
    expect(lag.secondsOf({ end: 10, reached: 4 })).toBe(0);
    now += 15_000;
    expect(lag.secondsOf({ end: 20, reached: 9 })).toBe(15);
    now += 15_000;
    expect(lag.secondsOf({ end: 30, reached: 12 })).toBe(15);
    now += 15_000;
    expect(lag.secondsOf({ end: 30, reached: 30 })).toBe(0);
  });

  it('is zero for a follower that is always slightly behind and always catches up', () => {
    const lag = age();
    for (let end = 100; end < 1_000; end += 100) {
      expect(lag.secondsOf({ end, reached: end - 7 })).toBe(0);
      now += 15_000;
    }
  });

  it('forgets an end that went back', () => {
    const lag = age();
    lag.secondsOf({ end: 50, reached: 4 });
    now += 60_000;
    expect(lag.secondsOf({ end: 5, reached: 4 })).toBe(0);
  });

  it('grows as long as nothing is reached, however often it is read', () => {
    const lag = age();
    let seconds = 0;
    for (let end = 1; end <= 3_000; end += 1) {
      seconds = lag.secondsOf({ end, reached: 0 });
      now += 1_000;
    }
    expect(seconds).toBe(2_999);
  });
});
