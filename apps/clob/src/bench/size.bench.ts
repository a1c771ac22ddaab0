import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Pool } from '@foretell/platform-prisma';
import { createTestDatabase, type Measurement } from '@foretell/testing';
import type { CommitBatch } from '../engine/journal/batch';
import type { Projector } from '../engine/projector/projector';
import type { Submission } from '../engine/submission';
import type { Writer } from '../engine/writer';
import { withPools } from './bench-pools';
import { environmentWith } from './environment.config';
import { cancelEverything, orderStream, take } from './order-stream';
import { SteadyLoad, type Felt } from './steady-load';
import { startWriter } from './start-writer';
import { timed } from './timed';

const ROWS = 1_000_000;
const SMALL_ROWS = 100_000;
const AT_ONCE = 2_000;
/** Orders between two cancel-alls, so that few orders are open. */
const CANCEL_EVERY = 100_000;
const LOAD_PER_SECOND = 200;
const ALONE_MILLIS = 10_000;
const MEGABYTE = 1_000_000;
const OPS = join(__dirname, '..', '..', '..', 'ops', 'dist', 'main.js');
const APART = require.resolve('./size-process');
const run = promisify(execFile);

/**
 * Backup, restore, doctor and cold recovery of a record with so many rows of orders, trades and fills, each under a steady rate
 * of orders, and the latency of those orders. The writer fills the record, so that every invariant holds.
 */
export async function bench(options: {
  readonly databaseUrl: string;
  readonly small: boolean;
  readonly rows?: number;
}): Promise<Measurement[]> {
  const { databaseUrl: url, small, rows = small ? SMALL_ROWS : ROWS } = options;
  const folder = await mkdtemp(join(tmpdir(), 'foretell-size-'));
  try {
    return await withPools(url, (pool, recording) => measure({ url, pool, recording, rows, folder: join(folder, 'backup') }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Stage {
  readonly url: string;
  readonly pool: Pool;
  readonly recording: Pool;
  readonly rows: number;
  /** Directory of the backup. */
  readonly folder: string;
}

async function measure({ url, pool, recording, rows, folder }: Stage): Promise<Measurement[]> {
  let written = 0;
  const { writer, projector, stop } = await startWriter(pool, recording, { committed: (batch) => (written += rowsOf(batch)) });
  const orders = orderStream();
  const fillSeconds = await secondsOf(() => fill({ writer, projector, orders, isFull: () => written >= rows }));
  await pool.query('vacuum analyze');
  const beside = async (work: () => Promise<number>): Promise<Beside> => {
    const load = new SteadyLoad(writer, orders, LOAD_PER_SECOND);
    try {
      return { seconds: await work(), felt: await load.stop() };
    } finally {
      await load.stop();
    }
  };
  const alone = await beside(() => secondsOf(() => new Promise((resolve) => setTimeout(resolve, ALONE_MILLIS))));
  const backup = await beside(() => secondsOf(() => ops(url, 'backup', folder, '--unprotected')));
  const target = await createTestDatabase();
  try {
    const restore = await beside(() =>
      secondsOf(() => ops(target.url, 'restore', folder, '--unprotected', '--streams-are-empty')),
    );
    const doctor = await beside(() => apart('doctor', url));
    const recovery = await beside(() => apart('recover', target.url));
    await stop();
    const size = `${written.toLocaleString('en')} rows of orders, trades and fills`;
    return [
      { name: `the writer fills a record with ${size}`, unit: 's', value: fillSeconds },
      { name: 'the database', unit: 'MB', value: await databaseMegabytes(pool) },
      { name: 'the backup, compressed', unit: 'MB', value: (await bytesIn(folder)) / MEGABYTE },
      { name: `an order alone, ${LOAD_PER_SECOND} a second`, unit: 'ms, p99', value: alone.felt.p99Ms },
      ...besideOrders('ops backup', backup),
      ...besideOrders('ops restore into another database of the same server', restore),
      ...besideOrders("the trading service's doctor", doctor),
      ...besideOrders('cold recovery of the restored record', recovery),
    ];
  } finally {
    await target.drop();
  }
}

interface Beside {
  readonly seconds: number;
  readonly felt: Felt;
}

function besideOrders(name: string, { seconds, felt }: Beside): Measurement[] {
  return [
    { name, unit: 's', value: seconds },
    { name: 'orders meanwhile', unit: 'ms, p99', value: felt.p99Ms },
  ];
}

interface Filling {
  readonly writer: Writer;
  readonly projector: Projector;
  readonly orders: Iterator<Submission>;
  readonly isFull: () => boolean;
}

/** Ends with the orders that are still open. */
async function fill({ writer, projector, orders, isFull }: Filling): Promise<void> {
  for (let sent = 0; !isFull(); sent += AT_ONCE) {
    if (sent > 0 && sent % CANCEL_EVERY === 0) await submitAll(writer, [...cancelEverything()]);
    await submitAll(writer, take(orders, AT_ONCE));
  }
  await projector.waitForProjection();
}

async function submitAll(writer: Writer, submissions: readonly Submission[]): Promise<void> {
  await Promise.all(submissions.map((submission) => writer.submit(submission)));
}

function rowsOf({ rows: { newOrders, trades } }: CommitBatch): number {
  return newOrders.length + trades.reduce((sum, { trade }) => sum + 1 + trade.fills.length, 0);
}

async function ops(databaseUrl: string, ...words: readonly string[]): Promise<void> {
  await run(process.execPath, [OPS, ...words], { env: environmentWith({ DATABASE_URL: databaseUrl }) });
}

/** @returns the seconds that it reports */
async function apart(work: string, databaseUrl: string): Promise<number> {
  const { stdout } = await run(process.execPath, [APART, work, databaseUrl]);
  return Number(stdout);
}

async function databaseMegabytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes');
  return (rows[0]?.bytes ?? 0) / MEGABYTE;
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  return (await timed(work)).millis / 1_000;
}
