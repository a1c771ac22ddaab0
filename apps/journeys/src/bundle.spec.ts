import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { eventually } from './harness/eventually';
import { ROOT } from './harness/repository';
import { startWorld, type World } from './harness/world';

const SURFACES = ['clob', 'gamma', 'data'] as const;

describe('the bundles of the surfaces', () => {
  let folder: string;
  let world: World | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foretell-bundle-'));
    await Promise.all(SURFACES.map((app) => cp(join(ROOT, 'dist', app), join(folder, app), { recursive: true })));
  }, 120_000);

  afterAll(async () => {
    await world?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(SURFACES)('holds %s without a link to anything outside', async (app) => {
    const entries = await readdir(join(folder, app), { withFileTypes: true, recursive: true });
    expect(entries.filter((entry) => entry.isSymbolicLink())).toEqual([]);
    const ours = entries.filter(({ parentPath }) => /\/@foretell\/|^[^/]*\/dist\//.test(relative(folder, parentPath)));
    expect(ours.length).toBeGreaterThan(0);
    expect(ours.filter(({ name }) => /(\.spec|^bench|\.bench)\.js$|\.tsbuildinfo$/.test(name))).toEqual([]);
  });

  it('runs away from the workspace: all three get ready and answer', async () => {
    const started = await startWorld({ mainOf: (app) => join(folder, app, 'main.js') });
    world = started;
    await started.importSample();
    const trader = await started.trader();
    await expect(trader.openOrders()).resolves.toEqual([]);
    await eventually('the catalog lists the sample', async () => {
      const response = await fetch(`${started.gamma.url}/events?limit=1`);
      const events: unknown = await response.json();
      return response.ok && Array.isArray(events) && events.length === 1 ? true : undefined;
    });
    const leaderboard = await fetch(`${started.data.url}/v1/leaderboard?timePeriod=WEEK`);
    expect(leaderboard.status).toBe(200);
  }, 180_000);
});
