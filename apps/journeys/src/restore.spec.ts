import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TradingClient } from '@foretell/client';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { backupKeys } from './harness/backup-keys';
import { eventually } from './harness/eventually';
import { Load } from './harness/load';
import { runOps } from './harness/ops-process';
import { limit } from './harness/orders';
import { OwnNats } from './harness/own-nats';
import { openMarkets } from './harness/reads';
import {
  acceptances,
  dataIsCaughtUp,
  journalEvents,
  orderIds,
  projectionDigests,
  rebuildProjections,
  tradeRows,
} from './harness/record';
import { expectSound } from './harness/sound';
import { startSampleWorld, startWorld, type World } from './harness/world';

const JOURNEY_MS = 150_000;
const STEP_MS = 60_000;
const LOAD_MS = 3_000;
const ACKNOWLEDGED_LEAST = 50;

/** A site loses its database and its NATS. A backup made under load is restored into new ones. */
describe('a site that is lost and restored from a backup', () => {
  let folder: string;
  let lost: World;
  let restored: World;
  let database: TestDatabase;
  let nats: readonly OwnNats[];
  let traders: readonly TradingClient[];
  let load: Load | undefined;
  let before: ReadonlySet<string>;
  let outcome: { readonly exitCode: number; readonly complaints: string };
  let refusal: { readonly exitCode: number; readonly complaints: string };
  let besideServices: { readonly exitCode: number; readonly complaints: string };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foretell-journey-backup-'));
    nats = [await OwnNats.create(), await OwnNats.create()];
    const [first, second] = nats;
    if (first === undefined || second === undefined) throw new Error('two servers were created');
    lost = await startSampleWorld({ natsUrl: first.url });
    traders = [await lost.trader(), await lost.trader(), await lost.trader()];
    const trading = new Load(traders, await openMarkets(lost, 3), 11);
    load = trading;
    trading.start();
    await delay(LOAD_MS);
    await eventually('the load is real', () => trading.hasAcknowledgedMoreThan(ACKNOWLEDGED_LEAST));
    before = new Set(trading.acknowledged);
    const owner: Readonly<Record<string, string>> = {
      ...lost.operator.environment,
      DATABASE_URL: lost.database.url,
      ...(await backupKeys(folder)),
    };
    const made = await runOps(owner, ['backup', join(folder, 'site')]);
    if (made.exitCode !== 0) throw new Error(`no backup was made: ${made.complaints}`);
    await trading.stop();
    besideServices = await runOps({ ...owner, NATS_URL: second.url }, ['restore', join(folder, 'site')]);
    database = await createTestDatabase();
    // The streams of the lost site are ahead of its backup.
    refusal = await runOps({ ...owner, DATABASE_URL: database.url }, ['restore', join(folder, 'site')]);
    await lost.stop();
    const environment = { ...owner, DATABASE_URL: database.url, NATS_URL: second.url };
    outcome = await runOps(environment, ['restore', join(folder, 'site')]);
    const { AUTH_MASTER_KEY = '' } = owner;
    restored = await startWorld({ database, natsUrl: second.url, environmentOf: () => ({ AUTH_MASTER_KEY }) });
  }, JOURNEY_MS);

  afterAll(async () => {
    // Also after a timeout midway: a running load would prevent the end of the test run.
    await load?.stop();
    await restored?.stop();
    for (const server of nats) await server.remove();
    await rm(folder, { recursive: true, force: true });
  }, STEP_MS);

  it.each(['clob', 'data', 'gamma'])('is refused while %s runs', (service) => {
    const complaints = expect.stringMatching(new RegExp(`stop the services first: .*foretell-${service}\\b`));
    expect(besideServices).toMatchObject({ exitCode: 1, complaints });
  });

  it('is refused with streams of another history, and accepted with empty ones', () => {
    expect(refusal).toMatchObject({ exitCode: 1, complaints: expect.stringMatching(/the streams are not empty/) });
    expect(outcome).toMatchObject({ exitCode: 0, complaints: '' });
  });

  it('has every order that was acknowledged before the backup began, once', async () => {
    expect(before.size).toBeGreaterThan(ACKNOWLEDGED_LEAST);
    const accepted = acceptances(await journalEvents(restored));
    const recorded = await orderIds(restored);
    expect([...before].filter((id) => accepted.get(id) !== 1 || !recorded.has(id))).toEqual([]);
    expect([...accepted].filter(([, times]) => times !== 1)).toEqual([]);
  });

  it(
    'satisfies every invariant, and its consumers have caught up',
    async () => {
      await dataIsCaughtUp(restored);
      const { shown, recorded } = await tradeRows(restored);
      expect(recorded).toBeGreaterThan(0);
      expect(shown).toBe(recorded);
      await expectSound(restored);
    },
    STEP_MS,
  );

  it(
    'has filled its streams from the first event on: a rebuild from them gives the same projections',
    async () => {
      await dataIsCaughtUp(restored);
      const restoredRows = await projectionDigests(restored);
      await rebuildProjections(restored);
      expect(await projectionDigests(restored)).toEqual(restoredRows);
    },
    STEP_MS,
  );

  it(
    'lets its traders continue with their keys',
    async () => {
      const [known] = traders;
      const [market] = await openMarkets(restored, 1);
      if (known === undefined || market === undefined) throw new Error('the site had traders and markets');
      const trader = new TradingClient({ url: restored.clob.url, wallet: known.wallet });
      trader.useKey(known.key);
      try {
        await expect(trader.placeOne(limit(market, 'BUY', 0, 5, 1))).resolves.toMatchObject({ success: true });
        const [open] = await trader.openOrders();
        await expect(trader.cancel(open?.id ?? '')).resolves.toMatchObject({ canceled: [open?.id] });
      } finally {
        trader.close();
      }
    },
    STEP_MS,
  );
});
