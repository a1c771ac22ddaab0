import { blocksOfPages, missingLine, needsPython, testsOf } from './harness/docs/blocks';
import { addressesOf, runPageTest } from './harness/docs/page-test';
import { openMarkets } from './harness/reads';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 600_000;

/** The blocks of the pages that need Python and its registry: `npm run clients -- docs` runs these alone. */
describe('the pages for integrators, in Python', () => {
  let world: World;

  beforeAll(async () => {
    world = await startSampleWorld({ logLevel: 'warn' });
    await openMarkets(world, 1);
  }, JOURNEY_MS);

  afterAll(() => world?.stop(), JOURNEY_MS);

  it.each(testsOf(blocksOfPages()).flatMap((test) => (needsPython(test) ? [[test.name, test] as const] : [])))(
    'show what runs: %s',
    async (_, test) => {
      const printed = await runPageTest(test, addressesOf(world));
      const missing = missingLine(test.output, printed);
      expect(missing === null ? '' : `${missing}\nis missing in what was printed:\n${printed}`).toBe('');
    },
    JOURNEY_MS,
  );
});
