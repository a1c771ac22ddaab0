import type { StoreDuties } from './simulated-store';
import { simulate } from './simulation';

const SEEDS = 100;
const SEEDS_MAX = 150;
const MINUTES = 60_000;

const MUTATIONS: Readonly<Record<string, Partial<StoreDuties>>> = {
  'a batch is written wherever the checkpoint is': { checksPlace: false },
  'a batch is written to the generation that was live': { holdsLive: false },
};

describe('the trading event applier over a database that refuses, loses responses and executes abandoned requests late', () => {
  it(
    'has the tables that the events add up to, after every write and at the end',
    async () => {
      const sum = { facts: 0, writes: 0, starts: 0, swaps: 0 };
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const { violation, facts: events, writes, starts, hasSwapped } = await simulate(seed);
        expect({ seed, violation }).toEqual({ seed, violation: null });
        sum.facts += events;
        sum.writes += writes;
        sum.starts += starts;
        sum.swaps += hasSwapped ? 1 : 0;
      }
      // Otherwise the runs could pass by doing nothing.
      expect(sum.writes).toBeGreaterThan(8 * SEEDS);
      expect(sum.starts).toBeGreaterThan(4 * SEEDS);
      expect(sum.swaps).toBeGreaterThan(SEEDS / 3);
    },
    10 * MINUTES,
  );

  it(
    'runs a seed the same way each time',
    async () => {
      for (let seed = 1; seed <= 5; seed += 1) expect(await simulate(seed)).toEqual(await simulate(seed));
    },
    MINUTES,
  );

  it.each(Object.entries(MUTATIONS))(
    'detects that %s',
    async (_, duties) => {
      let violation: string | null = null;
      for (let seed = 1; seed <= SEEDS_MAX && violation === null; seed += 1) ({ violation } = await simulate(seed, duties));
      expect(violation).not.toBeNull();
    },
    10 * MINUTES,
  );
});
