import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from './harness/consumer-project';
import { blocksOfPages, missingLine, needsPython, strayBlocks, testsOf } from './harness/docs/blocks';
import { addressesOf, runPageTest } from './harness/docs/page-test';
import { openMarkets } from './harness/reads';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 600_000;
const blocks = blocksOfPages();

/** What the pages for newcomers, integrators and operators show, done as a reader would. Python's blocks: docs.clients-spec. */
describe('the pages of the documentation', () => {
  let world: World;
  let folder: string;
  let packages: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foretell-docs-packages-'));
    const [contracts, client] = [await pack('libs/contracts', folder), await pack('libs/client', folder)];
    packages = `${contracts.file} ${client.file}`;
    world = await startSampleWorld({ logLevel: 'warn' });
    await openMarkets(world, 1);
  }, JOURNEY_MS);

  afterAll(async () => {
    await world?.stop();
    await rm(folder, { recursive: true, force: true });
  }, JOURNEY_MS);

  it('have no block that no test runs and that does not say why', () => {
    expect(strayBlocks(blocks)).toEqual([]);
  });

  it('leave their Python to npm run clients -- docs', () => {
    expect(testsOf(blocks).filter(needsPython)).not.toEqual([]);
  });

  it.each(testsOf(blocks).flatMap((test) => (needsPython(test) ? [] : [[test.name, test] as const])))(
    'show what runs: %s',
    async (_, test) => {
      const printed = await runPageTest(test, { ...addressesOf(world), FORETELL_PACKAGES: packages });
      const missing = missingLine(test.output, printed);
      expect(missing === null ? '' : `${missing}\nis missing in what was printed:\n${printed}`).toBe('');
    },
    JOURNEY_MS,
  );
});
