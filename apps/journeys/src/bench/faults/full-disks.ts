import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestDatabase } from '@foretell/testing';
import { OwnNats } from '../../harness/own-nats';
import { OwnPostgres } from '../../harness/own-postgres';
import { SmallDisk } from '../../harness/small-disk';
import type { TwoReplicas } from '../../harness/two-replicas';
import type { AtEnd, Fault, Stage } from './fault';

/** A migrated database with its WAL, plus a minute of load. */
const POSTGRES_MEGABYTES = 512;
const NATS_MEGABYTES = 64;
/** Written to the WAL at once, to use up the free space in its files. */
const WAL_BYTES = 1_000_000;
const WAL_WRITES_MAX = 1_000;
/** Time with a full disk after which /readyz is read. */
const ASK_AFTER_MS = 6_000;

export const FULL_DISKS: readonly Fault[] = [
  { name: 'wal-full', what: "no space for PostgreSQL's WAL", lastsMillis: 15_000, stage: walFull },
  { name: 'tables-full', what: "no space for PostgreSQL's tables", lastsMillis: 15_000, stage: tablesFull },
  { name: 'jetstream-full', what: 'no space for the streams of NATS', stage: streamsFull },
];

async function smallDisk(megabytes: number, atEnd: AtEnd): Promise<SmallDisk> {
  const disk = await SmallDisk.create(megabytes);
  atEnd(() => disk.remove());
  return disk;
}

/** WAL on its own disk: PostgreSQL stops when it cannot write there, and does not start before it can. */
async function walFull(atEnd: AtEnd): Promise<Stage> {
  const disk = await smallDisk(POSTGRES_MEGABYTES, atEnd);
  const server = await OwnPostgres.create();
  atEnd(() => server.remove());
  await server.moveWal(disk.folder);
  const database = server.database();
  return {
    options: { database },
    async begin(replicas) {
      await disk.fill();
      await useUpWal(database);
      await sayWhy(replicas);
    },
    async end() {
      await disk.free();
      await server.restart();
    },
  };
}

/** WAL elsewhere: each statement that needs a new page of a table fails. */
async function tablesFull(atEnd: AtEnd): Promise<Stage> {
  const disk = await smallDisk(POSTGRES_MEGABYTES, atEnd);
  const folder = join(disk.folder, 'postgres');
  await mkdir(folder);
  const wal = await mkdtemp(join(tmpdir(), 'foretell-wal-'));
  atEnd(() => rm(wal, { recursive: true, force: true }));
  // The server runs as another user than root.
  await chmod(wal, 0o755);
  const server = await OwnPostgres.create([], folder);
  atEnd(() => server.remove());
  await server.moveWal(wal);
  return {
    options: { database: server.database() },
    async begin(replicas) {
      await disk.fill();
      await sayWhy(replicas);
    },
    end: () => disk.free(),
  };
}

/** NATS disables JetStream when its disk is full, until a restart. */
async function streamsFull(atEnd: AtEnd): Promise<Stage> {
  const disk = await smallDisk(NATS_MEGABYTES, atEnd);
  const folder = join(disk.folder, 'nats');
  await mkdir(folder);
  const nats = await OwnNats.create({ folder, storeBytes: NATS_MEGABYTES * 1024 * 1024 });
  atEnd(() => nats.remove());
  return {
    options: { natsUrl: nats.url },
    begin: () => disk.fill(),
    async end() {
      await disk.free();
      await nats.stop();
      await nats.start();
    },
  };
}

/** Uses up the disk as a replication slot without a reader, or a failing archive, does. */
async function useUpWal({ pool }: TestDatabase): Promise<void> {
  for (let written = 0; written < WAL_WRITES_MAX; written += 1) {
    const isWritten = await pool.query(`select pg_logical_emit_message(false, 'fill', repeat('x', ${WAL_BYTES}))`).then(
      () => true,
      () => false,
    );
    if (!isWritten) return;
  }
  throw new Error('the WAL still has space');
}

async function sayWhy({ world, standby }: TwoReplicas): Promise<void> {
  await delay(ASK_AFTER_MS);
  for (const { url } of [world.clob, standby]) {
    const said = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
      (answer) => answer.text(),
      (error: unknown) => String(error),
    );
    process.stderr.write(`  a replica says: ${said}\n`);
  }
}
