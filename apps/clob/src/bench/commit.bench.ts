import { restoreExchange } from '@foretell/exchange';
import { BY_INDEX, createPool, type Pool } from '@foretell/platform-prisma';
import type { Measurement } from '@foretell/testing';
import type { CommitBatch } from '../engine/journal/batch';
import { commitBatch } from '../engine/journal/commit.query';
import { knownIds } from '../engine/known.query';
import { readState } from '../engine/recovery.query';
import type { Submission } from '../engine/submission';
import { Writer } from '../engine/writer';
import { BareInsert } from './bare-insert';
import { opening, orderStream } from './order-stream';

/** Submitters that each wait for an answer before they submit again: enough to fill a batch while another one commits. */
const LANES = 512;
const CONNECTIONS = 4;
const ROUNDS = 4;
const ORDERS_PER_ROUND = 6_000;

/**
 * Orders a second through the writer, each acknowledged after the commit that holds it. Rounds of the writer and of the
 * bare insert of the same rows take turns, so that whatever else the machine does slows both alike; the first round of
 * each warms up and does not count. `databaseUrl`: a migrated database without rows; it is filled.
 */
export async function bench({ databaseUrl }: { readonly databaseUrl: string }): Promise<Measurement[]> {
  const pool = createPool(
    { url: databaseUrl, poolMax: CONNECTIONS, applicationName: 'bench', statementTimeoutSeconds: 600, settings: BY_INDEX },
    () => undefined,
  );
  try {
    return await measure(pool);
  } finally {
    await pool.end();
  }
}

async function measure(pool: Pool): Promise<Measurement[]> {
  let batches: CommitBatch[] = [];
  const writer = await startWriter(pool, (batch) => batches.push(batch));
  await Promise.all([...opening()].map((submission) => writer.submit(submission)));
  const bare = new BareInsert(pool);
  await bare.prepare();
  const orders = orderStream();
  const millis = { writer: 0, bare: 0, cpu: 0 };
  let batchCount = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    batches = [];
    const cpu = process.cpuUsage();
    const writing = await timed(() => submitRound(writer, orders));
    const { user, system } = process.cpuUsage(cpu);
    const inserting = await timed(async () => {
      for (const batch of batches) await bare.insert(batch.newOrders);
    });
    if (round === 0) continue;
    millis.writer += writing;
    millis.bare += inserting;
    millis.cpu += (user + system) / 1_000;
    batchCount += batches.length;
  }
  await writer.stop();
  await bare.drop();
  const total = ROUNDS * ORDERS_PER_ROUND;
  const perSecond = (spentMillis: number): number => Math.round((total / spentMillis) * 1_000);
  return [
    {
      name: `orders acknowledged after commit, ${Math.round(total / batchCount)} a batch`,
      unit: 'orders/s',
      value: perSecond(millis.writer),
      limit: { name: 'bare insert of the same order rows', value: perSecond(millis.bare) },
    },
    { name: 'the same by processor time of this process', unit: 'orders per CPU second', value: perSecond(millis.cpu) },
  ];
}

/** The writer as the service wires it, on the next epoch. */
async function startWriter(pool: Pool, committed: (batch: CommitBatch) => void): Promise<Writer> {
  const { rows } = await pool.query<{ epoch: number }>(
    'update clob.journal_head set epoch = epoch + 1 where id = 1 returning epoch',
  );
  const { snapshot, sequence, notes } = await readState(pool);
  const exchange = restoreExchange(snapshot, { gtdMinimumMillis: 60_000 });
  return new Writer(exchange, { epoch: rows[0]?.epoch ?? 0, sequence, at: snapshot.totals.at }, notes, {
    clock: Date.now,
    commit: (batch) => commitBatch(pool, batch),
    known: (orderIds, references) => knownIds(pool, orderIds, references),
    committed,
    fatal: (cause) => {
      throw cause;
    },
  });
}

async function submitRound(writer: Writer, orders: Iterator<Submission>): Promise<void> {
  let left = ORDERS_PER_ROUND;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const next = orders.next();
      if (next.done !== true) await writer.submit(next.value);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
