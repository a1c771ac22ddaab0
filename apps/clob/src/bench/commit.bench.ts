import type { Pool } from '@foretell/platform-prisma';
import type { Measurement } from '@foretell/testing';
import type { CommitBatch } from '../engine/journal/batch';
import type { Submission } from '../engine/submission';
import type { Writer } from '../engine/writer';
import { BaselineInsert } from './bare-insert';
import { withPools } from './bench-pools';
import { Gate } from './gate';
import { orderStream, take } from './order-stream';
import { startWriter } from './start-writer';
import { timed } from './timed';

/** Concurrent submitters, each waiting for its answer: enough to fill a batch while another one commits. */
const LANES = 512;
const ROUNDS = 4;
const ORDERS_PER_ROUND = 12_000;

interface Spent {
  millis: number;
  cpuMillis: number;
}

/** Sum over all counted rounds. */
interface Totals {
  readonly committing: Spent;
  readonly recording: Spent;
  readonly both: Spent;
  readonly bare: Spent;
  batches: number;
}

/**
 * Orders a second through the writer, each acknowledged after its commit: commits only, then the projector only, then both
 * concurrently, then the baseline insert of the same order rows. The variants alternate, so that other load affects all of
 * them; the first round of each is a warm-up. `databaseUrl`: a migrated, empty database; it is filled.
 */
export function bench({ databaseUrl }: { readonly databaseUrl: string }): Promise<Measurement[]> {
  return withPools(databaseUrl, measure);
}

async function measure(pool: Pool, recording: Pool): Promise<Measurement[]> {
  const gate = new Gate();
  const batches: CommitBatch[] = [];
  const { writer, projector, stop } = await startWriter(pool, recording, {
    mayRecord: () => gate.opened(),
    committed: (batch) => batches.push(batch),
  });
  const baseline = new BaselineInsert(pool);
  await baseline.prepare();
  const orders = orderStream();
  const totals: Totals = { committing: none(), recording: none(), both: none(), bare: none(), batches: 0 };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const counted = round === 0 ? { committing: none(), recording: none(), both: none(), bare: none(), batches: 0 } : totals;
    await projector.waitForProjection();
    gate.close();
    batches.length = 0;
    const [first, second] = [take(orders, ORDERS_PER_ROUND), take(orders, ORDERS_PER_ROUND)];
    await spend(counted.committing, () => submitRound(writer, first));
    counted.batches += batches.length;
    gate.open();
    await spend(counted.recording, () => projector.waitForProjection());
    await spend(counted.bare, async () => {
      for (const { rows } of batches) await baseline.insert(rows.newOrders);
    });
    await spend(counted.both, async () => {
      await submitRound(writer, second);
      await projector.waitForProjection();
    });
  }
  await stop();
  await baseline.drop();
  return measurements(totals);
}

function measurements({ committing, recording, both, bare: baseline, batches }: Totals): Measurement[] {
  const total = ROUNDS * ORDERS_PER_ROUND;
  const perSecond = (spentMillis: number): number => Math.round((total / spentMillis) * 1_000);
  const limit = { name: 'bare insert of the same order rows', value: perSecond(baseline.millis) };
  const byCpu = 'orders per CPU second of this process';
  return [
    {
      name: `orders acknowledged after commit, ${Math.round(total / batches)} a batch`,
      unit: 'orders/s',
      value: perSecond(committing.millis),
      limit,
    },
    { name: 'the same by CPU time', unit: byCpu, value: perSecond(committing.cpuMillis) },
    { name: 'orders recorded, the projector alone', unit: 'orders/s', value: perSecond(recording.millis), limit },
    { name: 'the same by CPU time', unit: byCpu, value: perSecond(recording.cpuMillis) },
    { name: 'orders acknowledged and recorded, both at once', unit: 'orders/s', value: perSecond(both.millis), limit },
  ];
}

async function submitRound(writer: Writer, orders: readonly Submission[]): Promise<void> {
  const left = orders.values();
  const lane = async (): Promise<void> => {
    for (const submission of left) await writer.submit(submission);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

function none(): Spent {
  return { millis: 0, cpuMillis: 0 };
}

async function spend(spent: Spent, work: () => Promise<void>): Promise<void> {
  const { millis, cpuMillis } = await timed(work);
  spent.millis += millis;
  spent.cpuMillis += cpuMillis;
}
