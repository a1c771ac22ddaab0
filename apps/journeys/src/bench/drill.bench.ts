import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeTestStreams, type Measurement } from '@foretell/testing';
import { followDoctor } from '../harness/doctor-remedies';
import { eventually } from '../harness/eventually';
import { runOps } from '../harness/ops-process';
import { OwnNats } from '../harness/own-nats';
import { OwnPostgres } from '../harness/own-postgres';
import { openMarkets } from '../harness/reads';
import { acceptances, brokenChecks, dataIsCaughtUp, journalEvents, wronglyFilled } from '../harness/record';
import { SettlingLoad } from '../harness/settling-load';
import { startWorld, type World } from '../harness/world';

const TRADERS = 4;
const MARKETS = 4;
const ARCHIVE_SECONDS = 5;
const BEFORE_MS = 5_000;
/** Time between the backup and the disaster. */
const SINCE_MS = 12_000;
const AFTER_ORDERS = 50;
/** Time between a mistake and the stop of the services. */
const NOTICED_MS = 2_000;
const RECOVER_MS = 120_000;

interface Site {
  readonly server: OwnPostgres;
  readonly world: World;
  /** Folder of `ops backup`. */
  readonly folder: string;
}

interface Drill {
  readonly name: string;
  save(site: Site): Promise<void>;
  /** The disaster; the services are stopped afterwards. Returns what the recovery needs. */
  strike(site: Site): Promise<string | undefined>;
  bringBack(site: Site, target: string | undefined): Promise<void>;
  /** The streams survive, ahead of the restored system of record; the operator follows the doctor. */
  readonly keepsStreams?: true;
}

const baseBackup = ({ server, world }: Site): Promise<void> => server.baseBackup(world.database);

const DRILLS: readonly Drill[] = [
  {
    name: 'disk lost, base backup and WAL',
    save: baseBackup,
    strike: ({ server }) => server.loseDisk().then(() => undefined),
    bringBack: ({ server }) => server.recover(),
  },
  { name: 'orders deleted by mistake, back to the LSN before', save: baseBackup, strike: deleteByMistake, bringBack: backBefore },
  {
    name: 'point in time with the streams kept',
    save: baseBackup,
    strike: mistakeNoticedLate,
    bringBack: backBefore,
    keepsStreams: true,
  },
  {
    name: 'disk lost, ops backup',
    save: ({ world, folder }) => succeed(world, ['backup', folder, '--unprotected']),
    strike: ({ server }) => server.loseDisk().then(() => undefined),
    bringBack: async ({ server, world, folder }) => {
      await server.startEmpty();
      await succeed(world, ['restore', folder, '--unprotected']);
    },
  },
];

async function deleteByMistake({ world }: Site): Promise<string | undefined> {
  const { rows } = await world.database.pool.query<{ lsn: string }>('select pg_current_wal_insert_lsn() as lsn');
  await world.database.pool.query('delete from clob.orders; delete from clob.trades');
  return rows[0]?.lsn;
}

/** Trades until the mistake is noticed are in the streams and applied by consumers, but not in the restored system of record. */
async function mistakeNoticedLate({ world }: Site): Promise<string | undefined> {
  const { rows } = await world.database.pool.query<{ lsn: string }>('select pg_current_wal_insert_lsn() as lsn');
  await delay(NOTICED_MS);
  return rows[0]?.lsn;
}

async function backBefore({ server }: Site, lsn: string | undefined): Promise<void> {
  await server.stop();
  await server.recover(lsn);
}

async function succeed(world: World, words: readonly string[]): Promise<void> {
  const { exitCode, complaints } = await runOps({ ...world.operator.environment, DATABASE_URL: world.database.url }, words);
  if (exitCode !== 0) throw new Error(`ops ${words.join(' ')}: ${complaints}`);
}

/** Each disaster on its own servers, under load: the data loss (RPO), and the time until orders are accepted (RTO). */
export async function bench({ only }: { readonly only?: string }): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const drill of DRILLS.filter(({ name }) => only === undefined || name.includes(only))) {
    process.stderr.write(`${drill.name} ...\n`);
    rows.push(...(await drilled(drill)));
  }
  return rows;
}

async function drilled(drill: Drill): Promise<Measurement[]> {
  const server = await OwnPostgres.archiving(ARCHIVE_SECONDS);
  const nats = await OwnNats.create();
  const folder = await mkdtemp(join(tmpdir(), 'foretell-drill-backup-'));
  const environmentOf = (): Readonly<Record<string, string>> => ({ SANDBOX_CREDIT: '1000000' });
  const world = await startWorld({ logLevel: 'info', database: server.database(), natsUrl: nats.url, environmentOf });
  try {
    return await underLoad(drill, { server, world, folder: join(folder, 'site') }, nats);
  } finally {
    await Promise.all([world.clob, world.gamma, world.data].map((service) => service.kill()));
    await world.stop();
    await nats.remove();
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function underLoad(drill: Drill, site: Site, nats: OwnNats): Promise<Measurement[]> {
  const { world } = site;
  await world.importSample();
  const traders = await Promise.all(Array.from({ length: TRADERS }, () => world.trader()));
  const load = new SettlingLoad(traders, await openMarkets(world, MARKETS));
  try {
    return await suffered(drill, site, nats, load);
  } finally {
    load.abandon();
  }
}

async function suffered(drill: Drill, site: Site, nats: OwnNats, load: SettlingLoad): Promise<Measurement[]> {
  const { world } = site;
  await delay(BEFORE_MS);
  const saving = performance.now();
  await drill.save(site);
  const saved = performance.now();
  await delay(SINCE_MS);
  const struck = performance.now();
  const target = await drill.strike(site);
  const services = [world.clob, world.gamma, world.data];
  await Promise.all(services.map((service) => service.kill()));
  const acknowledged = new Map(load.acknowledgedAt);
  // The old streams would be ahead of the restored system of record.
  if (drill.keepsStreams !== true) {
    await nats.remove();
    await nats.start();
    await makeTestStreams(world.nats);
  }
  await drill.bringBack(site, target);
  const back = performance.now();
  await Promise.all(services.map((service) => service.start()));
  const taken = (): boolean => load.hasAcknowledgedSince(back, AFTER_ORDERS);
  await eventually('orders are accepted again', taken, RECOVER_MS);
  await load.stop();
  const commands = drill.keepsStreams === true ? await followDoctor(world, RECOVER_MS) : [];
  if (commands.length > 0) process.stderr.write(`  ops ${commands.join('\n  ops ')}\n`);
  await dataIsCaughtUp(world);
  const lost = await lostOf(acknowledged, world);
  const row = (name: string, value: number, unit: string): Measurement => ({ name: `${drill.name}: ${name}`, value, unit });
  return [
    row('the backup took', (saved - saving) / 1_000, 's'),
    row('acknowledged before', acknowledged.size, 'orders'),
    row('of these lost', lost.length, 'orders'),
    row(
      'RPO: from the first lost order to the disaster',
      lost.length === 0 ? 0 : Math.max(0, struck - Math.min(...lost)) / 1_000,
      's',
    ),
    row('database restored after', (back - struck) / 1_000, 's'),
    row('RTO: longest time without an accepted order', load.longestGapSince(struck) / 1_000, 's'),
    ...(drill.keepsStreams === true ? [row('commands that the doctor named', commands.length, 'commands')] : []),
    row('doubled or filled wrongly', await doubled(world), 'orders'),
    row('checks of the doctor that do not hold', await brokenChecks(world), 'checks'),
  ];
}

/** When each lost order was acknowledged. */
async function lostOf(acknowledged: ReadonlyMap<string, number>, world: World): Promise<readonly number[]> {
  const accepted = acceptances(await journalEvents(world));
  return [...acknowledged].filter(([id]) => !accepted.has(id)).map(([, at]) => at);
}

async function doubled(world: World): Promise<number> {
  const accepted = acceptances(await journalEvents(world));
  return [...accepted].filter(([, times]) => times !== 1).length + (await wronglyFilled(world)).length;
}
