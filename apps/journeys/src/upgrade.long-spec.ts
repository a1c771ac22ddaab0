import { join } from 'node:path';
import type { TradingClient } from '@foretell/client';
import { createEmptyDatabase, type TestDatabase } from '@foretell/testing';
import { EarlierRelease } from './harness/earlier-release';
import { eventually } from './harness/eventually';
import { freePort } from './harness/free-port';
import { earlierRelease } from './harness/journeys.config';
import { Load } from './harness/load';
import { MadeMigrations } from './harness/made-migrations';
import { runOps, runProgram } from './harness/ops-process';
import { openMarkets } from './harness/reads';
import {
  acceptances,
  dataIsCaughtUp,
  journalEvents,
  liveGeneration,
  orderIds,
  projectionColumns,
  projectionDigests,
  tradeRows,
  wronglyFilled,
} from './harness/record';
import { appMain, ROOT, type App, type Program } from './harness/repository';
import { ServiceProcess } from './harness/service-process';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 1_800_000;
const STEP_MS = 120_000;
const TRADERS = 4;
const MARKETS = 3;
const SEED = 20_260_311;
/** Orders acknowledged by each writer before the next one replaces it. */
const ORDERS_A_STEP = 150;

const CONSUMERS = ['data', 'gamma'] as const;
const SERVICES = ['clob', ...CONSUMERS] as const;
type Service = (typeof SERVICES)[number];
type Release = (app: App) => Program;
/** How the previous release refuses while it is not the writer: nothing was done. */
const TOO_EARLY = 425;

/**
 * From the previous release to this one, back, and to this one again, under load. The journal's last rows are never projected by
 * the writer that wrote them. Source: docs/decisions/versions.md.
 */
describe('a rolling upgrade from the previous release, and the downgrade', () => {
  let earlier: EarlierRelease;
  let made: MadeMigrations;
  let known: ReadonlySet<string>;
  let database: TestDatabase;
  let world: World;
  let traders: readonly TradingClient[];
  let load: Load;
  const stamps: string[] = [];
  /** Projection columns that the previous release does not fill: only this release applies their events. */
  let brought: readonly string[];

  const now: Release = (app) => ({ main: appMain(app) });
  const before: Release = (app) => earlier.program(app);
  const releases: Record<Service, Release> = { clob: before, data: before, gamma: before };
  const become = (service: Service, release: Release): void => {
    releases[service] = release;
    world[service].become(release(service));
  };

  /** Operators use the `ops` of a service's own release: subjects have changed since, and may change again. */
  const opsOf = async (service: Service, ...words: readonly string[]): Promise<void> => {
    const { exitCode, out, complaints } = await runOps(world.operator.environment, words, releases[service]('ops'));
    if (exitCode !== 0) throw new Error(`ops ${words.join(' ')} to ${service} ended with ${exitCode}: ${complaints}${out}`);
  };

  const more = async (): Promise<void> => {
    const wanted = load.acknowledged.size + ORDERS_A_STEP;
    await eventually('the load is acknowledged again', () => load.hasAcknowledgedMoreThan(wanted), STEP_MS);
  };
  /** Waits until the consumers have applied all events published before this call. */
  const level = async (): Promise<void> => {
    const { rows } = await database.pool.query<{ sequence: number }>('select sequence from clob.journal_head');
    const published = rows[0]?.sequence ?? 0;
    await eventually(
      'the consumers have caught up',
      async () => {
        const { rows: reached } = await database.pool.query<{ least: number }>(
          `select least((select sequence from gamma.checkpoints where source = 'clob'), (select c.sequence from data.checkpoints c
             join data.projection p on p.generation = c.generation where c.source = 'clob')) as least`,
        );
        return (reached[0]?.least ?? 0) >= published;
      },
      STEP_MS,
    );
  };
  const sound = async (): Promise<void> => {
    for (const service of SERVICES) await opsOf(service, 'doctor', '--surface', service, '--timeout', '60');
  };
  const stamp = async (): Promise<string> => {
    const { rows } = await database.pool.query<{ hash: string }>('select state_hash as hash from clob.journal_head');
    return /^\d+:/.exec(rows[0]?.hash ?? '')?.[0] ?? 'plain';
  };
  /** In their order, one at a time, stopped as a rollout stops them. */
  const consumersBecome = async (release: Release): Promise<void> => {
    for (const app of CONSUMERS) {
      await world[app].stop();
      become(app, release);
      await world[app].start();
    }
  };
  /** Killed under load, so that the next release finds the previous one's work in any state. */
  const writerBecomes = async (release: Release): Promise<void> => {
    await more();
    await world.clob.kill();
    become('clob', release);
    await world.clob.start();
    await more();
    await sound();
    stamps.push(await stamp());
  };
  const migrate = async (main: string): Promise<void> => {
    const { exitCode, complaints } = await runProgram({ main }, { ...world?.operator.environment, DATABASE_URL: database.url });
    if (exitCode !== 0) throw new Error(`${main} ended with ${exitCode}: ${complaints}`);
  };

  beforeAll(async () => {
    earlier = await EarlierRelease.build(earlierRelease());
    made = await MadeMigrations.make();
    database = await createEmptyDatabase();
    await migrate(earlier.migrations);
    known = await projectionColumns(database);
    world = await startSampleWorld({ database, programOf: before, logLevel: 'info' });
    traders = await Promise.all(Array.from({ length: TRADERS }, () => world.trader()));
    load = new Load(traders, await openMarkets(world, MARKETS), SEED, [TOO_EARLY]);
    load.start();
    await more();
  }, JOURNEY_MS);

  afterAll(async () => {
    try {
      await load?.stop();
    } finally {
      await world?.stop();
      await earlier?.remove();
      await made?.remove();
    }
  }, STEP_MS);

  it(
    'the tables of this release support the previous release, under load',
    async () => {
      await migrate(join(ROOT, 'tools', 'migrate.mjs'));
      await migrate(await made.with('expand'));
      brought = [...(await projectionColumns(database))].filter((column) => !known.has(column));
      await more();
      await sound();
    },
    JOURNEY_MS,
  );

  it(
    'a process of this release waits next to a writer of the previous release, and does it no harm',
    async () => {
      const port = await freePort();
      const environment = { ...world.operator.environment, CLOB_PORT: String(port) };
      const beside = new ServiceProcess('clob', `http://127.0.0.1:${port}`, environment, now('clob'));
      await beside.launch('/healthz');
      await more();
      await sound();
      await beside.stop();
    },
    JOURNEY_MS,
  );

  it(
    'upgrades: consumers first, then the writer',
    async () => {
      await consumersBecome(now);
      await writerBecomes(now);
    },
    JOURNEY_MS,
  );

  it(
    'downgrades: the writer first, then the consumers',
    async () => {
      await writerBecomes(before);
      await level();
      await consumersBecome(before);
      await more();
      await sound();
    },
    JOURNEY_MS,
  );

  it(
    'goes forward again, and back once more, and the state is stamped by every writer with the hash that the release before proves',
    async () => {
      await consumersBecome(now);
      await writerBecomes(now);
      await writerBecomes(before);
      await writerBecomes(now);
      expect(stamps).toEqual(['2:', '2:', '2:', '2:', '2:']);
    },
    JOURNEY_MS,
  );

  it(
    'is contracted under load, once no process of the release before runs',
    async () => {
      await migrate(await made.with('contract'));
      const left = [...(await projectionColumns(database))].filter((column) => column.endsWith('.made_for_upgrade'));
      expect([brought.includes('positions.made_for_upgrade'), left]).toEqual([true, []]);
      await more();
      await sound();
    },
    JOURNEY_MS,
  );

  it(
    'every acknowledged order is stored exactly once, and no other twice',
    async () => {
      await load.stop();
      const accepted = acceptances(await journalEvents(world));
      const recorded = await orderIds(world);
      expect(load.acknowledged.size).toBeGreaterThan(10 * ORDERS_A_STEP);
      expect([...load.acknowledged].filter((id) => accepted.get(id) !== 1 || !recorded.has(id))).toEqual([]);
      expect([...accepted].filter(([, times]) => times !== 1)).toEqual([]);
      const known = (id: string): boolean => load.acknowledged.has(id) || load.unsettled.has(id);
      expect([...recorded].filter((id) => !known(id))).toEqual([]);
      expect(await wronglyFilled(world)).toEqual([]);
    },
    STEP_MS,
  );

  it(
    'every open order is listed exactly once, and no canceled one is',
    async () => {
      const open = await orderIds(world, 'status in (1, 2)');
      const listed = (await Promise.all(traders.map((trader) => trader.openOrders()))).flat().map(({ id }) => id);
      expect([...listed].sort()).toEqual([...open].sort());
      expect(listed.filter((id) => load.canceled.has(id))).toEqual([]);
    },
    STEP_MS,
  );

  it(
    'the events have reached the data service once each, whichever release applied them, and equal a rebuild',
    async () => {
      await dataIsCaughtUp(world);
      const { shown, recorded } = await tradeRows(world);
      expect(shown).toBe(recorded);
      const grown = await projectionDigests(world, brought);
      const generation = await liveGeneration(world);
      await opsOf('data', 'projections', 'rebuild');
      await eventually(
        'the rebuild is live',
        async () => ((await liveGeneration(world)) === generation ? undefined : true),
        STEP_MS - 10_000,
      );
      await dataIsCaughtUp(world);
      expect(await projectionDigests(world, brought)).toEqual(grown);
      await sound();
    },
    STEP_MS,
  );
});
