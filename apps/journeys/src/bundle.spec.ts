import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createEmptyDatabase, type TestDatabase } from '@foretell/testing';
import { eventually } from './harness/eventually';
import { ImageFolders, IMAGES, NATS_ACCOUNTS, natsIdentity, natsVariables } from './harness/images';
import { runProgram, startProgram, type OpsOutcome, type StartedProgram } from './harness/ops-process';
import { OwnNats } from './harness/own-nats';
import { valueIn } from './harness/scrape';
import { startWorld, type World } from './harness/world';

const JOURNEY_MS = 180_000;
const SERVICES = ['clob', 'gamma', 'data'] as const;
/** An image may have 250 MB; its base, distroless node, takes about 150 MB of them. */
const FOLDER_BYTES_MAX = 95_000_000;
const WRITES = `require('node:fs').writeFileSync(require('node:path').join(process.argv[1], 'written'), '')`;

/**
 * The contents of the images, run as the images run them: read-only, as an unprivileged user, each with its own database role and
 * NATS user.
 */
describe('the bundles', () => {
  let folders: ImageFolders;
  let database: TestDatabase;
  let nats: OwnNats;
  let world: World;

  beforeAll(async () => {
    folders = await ImageFolders.create();
    database = await createEmptyDatabase();
    nats = await OwnNats.create({ accounts: { file: NATS_ACCOUNTS, variables: natsVariables() } });
  }, JOURNEY_MS);

  afterAll(async () => {
    await world?.stop();
    await database?.drop();
    await nats?.remove();
    await folders?.remove();
  }, JOURNEY_MS);

  const roleUrl = (service: string): string => {
    const url = new URL(database.url);
    url.username = `foretell_${service}`;
    return url.href;
  };
  const migrating = (environment: Readonly<Record<string, string>>, ...words: readonly string[]): StartedProgram =>
    startProgram(folders.program('migrate'), { ...folders.environment(), ...environment }, words);
  const migrate = (environment: Readonly<Record<string, string>>): Promise<OpsOutcome> => migrating(environment).outcome;

  it.each(IMAGES)('has no link to a file outside: %s', async (image) => {
    const entries = await readdir(join(folders.folder, image), { withFileTypes: true, recursive: true });
    expect(entries.filter((entry) => entry.isSymbolicLink())).toEqual([]);
    const ours = entries.filter(({ parentPath }) =>
      /\/@foretell\/|^[^/]*\/(dist|tools|apps)(\/|$)/.test(relative(folders.folder, parentPath)),
    );
    expect(ours.length).toBeGreaterThan(0);
    expect(ours.filter(({ name }) => /(\.spec|^bench|\.bench)\.js$|\.tsbuildinfo$/.test(name))).toEqual([]);
    const files = entries.filter((entry) => entry.isFile());
    const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FOLDER_BYTES_MAX);
  });

  // Root may write anywhere, so the test uses the unprivileged user that runs the bundles.
  it.each(IMAGES)('gives %s no writable file', async (image) => {
    const { main, ...identity } = folders.program(image);
    const writer = spawn(process.execPath, ['-e', WRITES, join(main, '..')], { ...identity, stdio: 'ignore' });
    expect(await once(writer, 'exit')).toEqual([1, null]);
  });

  it(
    'migrates an empty database, and keeps a service waiting until that is done',
    async () => {
      const waiting = migrating({ DATABASE_URL: roleUrl('gamma') }, '--wait');
      await eventually('it logs that it waits', () => Promise.resolve(waiting.said().includes('Waiting for ') || undefined));
      const passwords = { CLOB_PASSWORD: 'clob', GAMMA_PASSWORD: 'gamma', DATA_PASSWORD: 'data' };
      const first = await migrate({ DATABASE_URL: database.url, ...passwords, NATS_URL: nats.url, ...natsIdentity('migrate') });
      expect(first).toMatchObject({ exitCode: 0, complaints: '' });
      expect(first.out).toMatch(
        /^applied \d+_\w+$[^]*The roles .* are in place\nThe streams FORETELL_FACTS_CLOB and FORETELL_FACTS_GAMMA are in place$/m,
      );
      expect((await migrate({ DATABASE_URL: database.url })).out).toBe('The database is up to date\n');
      const waited = await waiting.outcome;
      expect(waited).toMatchObject({ exitCode: 0, complaints: '' });
      expect(waited.out).toMatch(/^Waiting for .*\n(Waiting .*\n)*The database holds every migration\n$/);
    },
    JOURNEY_MS,
  );

  it(
    'runs outside the workspace: all three services become ready and respond',
    async () => {
      world = await startWorld({
        database,
        natsUrl: nats.url,
        hasStreams: true,
        programOf: (app) => folders.program(app),
        environmentOf: (app) => ({
          ...folders.environment(),
          ...(app === 'ops' ? {} : { [`${app.toUpperCase()}_DATABASE_URL`]: roleUrl(app) }),
          NATS_PREFIX: 'foretell',
          ...natsIdentity(app),
        }),
      });
      await world.importSample(folders.sampleCatalog);
      const trader = await world.trader();
      await expect(trader.openOrders()).resolves.toEqual([]);
      await eventually('the catalog lists the sample', async () => {
        const response = await fetch(`${world.gamma.url}/events?limit=1`);
        const events: unknown = await response.json();
        return response.ok && Array.isArray(events) && events.length === 1;
      });
      const leaderboard = await fetch(`${world.data.url}/v1/leaderboard?timePeriod=WEEK`);
      expect(leaderboard.status).toBe(200);
    },
    JOURNEY_MS,
  );

  it.each(SERVICES)('detects by its health check whether %s responds', async (service) => {
    const check = (port: string): Promise<OpsOutcome> =>
      runProgram(folders.program(service, 'healthcheck.cjs'), {
        ...folders.environment(),
        [`${service.toUpperCase()}_PORT`]: port,
      });
    expect((await check(new URL(world[service].url).port)).exitCode).toBe(0);
    expect((await check('1')).exitCode).toBe(1);
  });

  it(
    'has all required permissions: trades, events, replays, a rebuild and the doctor',
    async () => {
      expect(await world.ops('demo')).toMatchObject({ exitCode: 0, complaints: '' });
      for (const service of ['clob', 'gamma']) {
        expect(await world.ops('events', 'replay', '--surface', service, '--from', '1')).toMatchObject({ exitCode: 0 });
      }
      // The replay publishes the events again; a rebuild starts once the first event is in the stream.
      await eventually('a rebuild begins', async () => (await world.ops('projections', 'rebuild')).exitCode === 0);
      await eventually('every invariant holds', async () => (await world.ops('doctor')).exitCode === 0, 60_000);
      // A scrape reads the lags from NATS.
      for (const name of SERVICES) expect(await valueIn(world[name].url, 'foretell_nats_refusals_total')).toBe(0);
      const refused = SERVICES.flatMap((name) =>
        world[name].log.split('\n').filter((line) => /NATS refused|ermission/.test(line)),
      );
      expect(refused).toEqual([]);
    },
    JOURNEY_MS,
  );
});
