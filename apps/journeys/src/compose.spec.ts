import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TradingClient } from '@foretell/client';
import { databaseAt } from '@foretell/testing';
import { backupKeys } from './harness/backup-keys';
import { ComposeSite } from './harness/compose-site';
import { NATS_ACCOUNTS } from './harness/images';
import type { OpsOutcome } from './harness/ops-process';
import { limit } from './harness/orders';
import { OwnNats } from './harness/own-nats';
import { OwnPostgres } from './harness/own-postgres';
import { openMarkets } from './harness/reads';
import { dataIsCaughtUp, orderIds } from './harness/record';
import { startWorld, type World } from './harness/world';

const JOURNEY_MS = 180_000;
/**
 * What an operator of docs/operate/compose.md does: backs a site up, loses it, restores it, and changes the master key. The
 * programs get the arguments and variables of deploy/compose.yaml; PostgreSQL and NATS check the passwords.
 */
describe('a site by deploy/compose.yaml', () => {
  let folder: string;
  let postgres: OwnPostgres;
  let nats: OwnNats[] = [];
  let site: ComposeSite;
  let world: World | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foretell-journey-compose-'));
    const settings = await settingsIn(folder);
    postgres = await postgresWithPasswords(folder, settings['POSTGRES_OWNER_PASSWORD'] ?? '');
    const unplaced = new ComposeSite(settings, {});
    nats = [await natsOf(unplaced)];
    site = unplaced.with({}, { postgres: hostOf(postgres), nats: hostOf(nats[0]) });
  }, JOURNEY_MS);

  afterAll(async () => {
    await world?.stop();
    for (const server of nats) await server.remove();
    await postgres?.remove();
    await rm(folder, { recursive: true, force: true });
  }, JOURNEY_MS);

  const start = (of: ComposeSite, natsUrl: string): Promise<World> =>
    startWorld({
      database: databaseAt(foretellUrl(postgres)),
      natsUrl,
      hasStreams: true,
      environmentOf: (app) => ({ ...withoutAddresses(of.environment(app)), NATS_PREFIX: 'foretell' }),
    });

  it(
    'is backed up, lost and restored by its own commands, and its traders keep their keys under another master key',
    async () => {
      succeeded(await site.run('migrate'));
      const lost = (world = await start(site, nats[0]?.url ?? ''));
      await lost.importSample();
      const trader = await lost.trader();
      const [market] = await openMarkets(lost, 1);
      if (market === undefined) throw new Error('the sample has an open market');
      const early = await trader.placeOne(limit(market, 'BUY', 0, 5, 1));
      const backup = succeeded(await site.run('backup'));
      const name = /\/(\d{4}-\d\d-\d\dT[\d-]+Z): /.exec(backup.out)?.[1] ?? 'none';
      const late = await trader.placeOne(limit(market, 'BUY', 0, 6, 1));
      expect(await orderIds(lost)).toEqual(new Set([early.orderID, late.orderID]));
      const { wallet, key } = trader;
      // Without the identity a backup cannot be read, and a site that still holds events is not overwritten.
      await expect(site.with({ BACKUP_IDENTITY_FILE: '' }).run('restore', [`/backup/${name}`])).resolves.toMatchObject({
        exitCode: 2,
      });
      await lost.stop();
      world = undefined;
      await expect(site.run('restore', [`/backup/${name}`])).resolves.toMatchObject({
        complaints: expect.stringContaining('the streams are not empty'),
      });

      const emptied = await natsOf(site);
      nats.push(emptied);
      const empty = site.with({}, { nats: hostOf(emptied) });
      await newDatabase(postgres);
      succeeded(await empty.run('migrate'));
      succeeded(await empty.run('restore', [`/backup/${name}`]));
      const old = site.environment('clob')['AUTH_MASTER_KEY'];
      const changed = empty.with({
        AUTH_MASTER_KEY: randomBytes(32).toString('hex'),
        AUTH_MASTER_KEY_VERSION: '2',
        AUTH_OLD_MASTER_KEYS: `1:${old}`,
      });
      const restored = (world = await start(changed, emptied.url));
      const back = new TradingClient({ url: restored.clob.url, wallet });
      back.useKey(key);
      expect((await back.openOrders()).map(({ id }) => id)).toEqual([early.orderID]);
      await expect(back.placeOne(limit(market, 'BUY', 0, 7, 1))).resolves.toMatchObject({ success: true });
      back.close();
      await dataIsCaughtUp(restored);
      await expect(restored.ops('doctor')).resolves.toMatchObject({ exitCode: 0, out: expect.stringContaining('checks hold') });
    },
    JOURNEY_MS,
  );
});

/** A deploy/.env: a password of its own for each variable, and backups and keys in the folder. */
async function settingsIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const passwords = ComposeSite.requiredVariables().map((name): [string, string] => [name, randomBytes(32).toString('hex')]);
  return { ...Object.fromEntries(passwords), SANDBOX: 'true', BACKUP_FOLDER: folder, ...(await backupKeys(folder)) };
}

/** As the image starts: one superuser, who owns the database. Only the test's own superuser needs no password. */
async function postgresWithPasswords(folder: string, password: string): Promise<OwnPostgres> {
  const access = join(folder, 'pg_hba.conf');
  await writeFile(access, 'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n');
  // The server runs as a user of its own.
  await chmod(folder, 0o755);
  const server = await OwnPostgres.create([`hba_file=${access}`]);
  await onServer(server, `CREATE ROLE foretell_owner SUPERUSER LOGIN PASSWORD '${password}'`, 'CREATE DATABASE foretell');
  return server;
}

/** The order of docs/operate/restore.md: the old one stays, under another name. */
function newDatabase(server: OwnPostgres): Promise<void> {
  return onServer(server, 'ALTER DATABASE foretell RENAME TO foretell_before', 'CREATE DATABASE foretell');
}

async function onServer(server: OwnPostgres, ...statements: readonly string[]): Promise<void> {
  const { pool, drop } = server.database();
  for (const statement of statements) await pool.query(statement);
  await drop();
}

function foretellUrl({ url }: OwnPostgres): string {
  const own = new URL(url);
  own.pathname = '/foretell';
  return own.href;
}

function natsOf(site: ComposeSite): Promise<OwnNats> {
  return OwnNats.create({ accounts: { file: NATS_ACCOUNTS, variables: site.environment('nats') } });
}

function hostOf(server: { readonly url: string } | undefined): string {
  return new URL(server?.url ?? '').host;
}

/** The world has ports of its own. */
function withoutAddresses(environment: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(?:CLOB|GAMMA|DATA)_URL$/.test(name)));
}

function succeeded(outcome: OpsOutcome): OpsOutcome {
  expect(outcome).toMatchObject({ exitCode: 0, complaints: '' });
  return outcome;
}
