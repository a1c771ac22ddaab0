import { openMarkets } from './harness/reads';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 180_000;

/** The demo must always work: it trades through the client, and reads from every service. */
describe('the demo', () => {
  let world: World;

  beforeAll(async () => {
    world = await startSampleWorld({ logLevel: 'warn' });
    await openMarkets(world, 2);
  }, JOURNEY_MS);

  afterAll(() => world?.stop(), JOURNEY_MS);

  it(
    'runs to its end and leaves data whose invariants hold',
    async () => {
      const { exitCode, out, complaints } = await world.ops('demo');
      expect({ exitCode, complaints }).toEqual({ exitCode: 0, complaints: '' });
      for (const chapter of [
        'six GTC orders',
        'A mint',
        'A transfer',
        'A merge',
        'Market orders',
        'is resolved',
        'The leaderboard',
      ])
        expect(out).toContain(chapter);
      expect(out).toContain('All steps used the public HTTP services with signed orders.');
      expect((await world.ops('doctor')).exitCode).toBe(0);
    },
    JOURNEY_MS,
  );
});
