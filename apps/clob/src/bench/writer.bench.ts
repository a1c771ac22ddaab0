import type { Pool } from '@foretell/platform-prisma';
import { BaselineJournal, type JournalBytes, type Measurement } from '@foretell/testing';
import type { CommitBatch } from '../engine/journal/batch';
import { encodeChanges } from '../engine/journal/changes.codec';
import type { Submission } from '../engine/submission';
import type { Writer } from '../engine/writer';
import { withPools } from './bench-pools';
import { orderStream, take } from './order-stream';
import { startWriter } from './start-writer';
import { timed } from './timed';

/** Concurrent submitters of validated requests; each waits for its previous answer. */
const SUBMITTERS = 8;
const REQUESTS_AT_ONCE = 4;
const ORDERS_A_REQUEST = 15;
const REQUESTS_A_ROUND = 800;
const ROUNDS = 6;
const AIM = { name: 'aim, at least', value: 20_000 };

interface Round {
  /** Until the last answer. */
  readonly committedMillis: number;
  /** Until all is in the tables. */
  readonly projectedMillis: number;
  readonly cpuMillis: number;
  readonly baselineMillis: number;
  readonly waits: readonly number[];
}

/**
 * Durable orders a second of the real writer and projector, alternating with the baseline: journal commits of the same bytes.
 * The first round is a warm-up. `databaseUrl`: a migrated, empty database; it is filled.
 */
export async function bench({ databaseUrl }: { readonly databaseUrl: string }): Promise<Measurement[]> {
  return measurements(await withPools(databaseUrl, rounds));
}

async function rounds(pool: Pool, recording: Pool): Promise<Round[]> {
  const batches: CommitBatch[] = [];
  const { writer, projector, stop } = await startWriter(pool, recording, { committed: (batch) => batches.push(batch) });
  const baseline = new BaselineJournal(pool);
  await baseline.prepare();
  const orders = orderStream();
  const done: Round[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const requests = Array.from({ length: REQUESTS_A_ROUND }, () => take(orders, ORDERS_A_REQUEST));
    await projector.waitForProjection();
    batches.length = 0;
    const committed = await timed(() => submitAll(writer, requests));
    const projected = await timed(() => projector.waitForProjection());
    const commits = batches.map(bytesOf);
    const { millis: baselineMillis } = await timed(async () => {
      for (const commit of commits) await baseline.commit(commit);
    });
    if (round === 0) continue;
    const [committedMillis, projectedMillis] = [committed.millis, committed.millis + projected.millis];
    const cpuMillis = committed.cpuMillis + projected.cpuMillis;
    done.push({ committedMillis, projectedMillis, cpuMillis, baselineMillis, waits: committed.value });
  }
  await stop();
  await baseline.drop();
  return done;
}

/** Milliseconds that each request waited for all its answers. */
async function submitAll(writer: Writer, requests: readonly (readonly Submission[])[]): Promise<number[]> {
  const waits: number[] = [];
  const left = requests.values();
  const lane = async (): Promise<void> => {
    for (const request of left) {
      const sentAt = performance.now();
      await Promise.all(request.map((submission) => writer.submit(submission)));
      waits.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: SUBMITTERS * REQUESTS_AT_ONCE }, lane));
  return waits;
}

function bytesOf({ messages, rows }: CommitBatch): JournalBytes {
  return { facts: Buffer.concat(messages.map(({ bytes }) => bytes)), changes: encodeChanges(rows) };
}

function measurements(done: readonly Round[]): Measurement[] {
  const orders = done.length * REQUESTS_A_ROUND * ORDERS_A_REQUEST;
  const sum = (of: (round: Round) => number): number => done.reduce((total, round) => total + of(round), 0);
  const perSecond = (of: (round: Round) => number): number => Math.round((orders / sum(of)) * 1_000);
  const waits = done.flatMap((round) => round.waits).sort((a, b) => a - b);
  const within = (share: number): number => Math.round((waits[Math.floor(waits.length * share)] ?? 0) * 10) / 10;
  const baseline = { name: 'bare journal commits, same bytes', value: perSecond((round) => round.baselineMillis) };
  const durable = { unit: 'orders/s', value: perSecond((round) => round.committedMillis) };
  return [
    { name: `durable orders of ${SUBMITTERS} submitters while the projector works`, ...durable, limit: AIM },
    { name: 'the same', ...durable, limit: baseline },
    { name: 'until the tables held them', unit: 'orders/s', value: perSecond((round) => round.projectedMillis), limit: AIM },
    {
      name: `a request of ${ORDERS_A_REQUEST}, until its answer (median)`,
      unit: 'ms',
      value: within(0.5),
      p99Ms: within(0.99),
    },
    {
      name: 'CPU time of this process, with recording',
      unit: 'us an order',
      value: Math.round((sum((round) => round.cpuMillis) * 1e4) / orders) / 10,
    },
  ];
}
