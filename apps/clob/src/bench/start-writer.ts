import { USUAL_BOUNDS } from '@foretell/exchange';
import type { Pool } from '@foretell/platform-prisma';
import { raiseEpoch } from '../engine/epoch.query';
import type { CommitBatch } from '../engine/journal/batch';
import type { Projector } from '../engine/projector/projector';
import { recover } from '../engine/recovery';
import { databaseRecord } from '../engine/trading-record';
import { wireWriter, type WiringPorts } from '../engine/writer-wiring';
import type { Writer } from '../engine/writer';
import { opening } from './order-stream';

interface WatchedBy {
  /** The projector starts no range of commits before it resolves. */
  readonly mayRecord?: () => Promise<void>;
  readonly committed?: (batch: CommitBatch) => void;
}

interface BenchWriter {
  readonly writer: Writer;
  readonly projector: Projector;
  readonly stop: () => Promise<void>;
}

/** A few wallets place all orders. */
export const RULES = {
  gtdMinimumMillis: 60_000,
  bounds: { ...USUAL_BOUNDS, openOrdersMax: Infinity, marketOrdersMax: Infinity },
};

/** A writer without bans and wallet links, on the machine's clocks. */
export const WIRING: Omit<WiringPorts, 'committed'> = {
  clock: Date.now,
  monotonic: () => performance.now(),
  banOf: () => null,
  ownerOf: () => undefined,
  fatal: (cause) => {
    throw cause;
  },
};

/** Writer and projector as the service wires them, on the next epoch, with the markets and funds of the order stream. */
export async function startWriter(
  pool: Pool,
  recording: Pool,
  { mayRecord = () => Promise.resolve(), committed = () => undefined }: WatchedBy = {},
): Promise<BenchWriter> {
  const epoch = await raiseEpoch(pool);
  const tables = databaseRecord(epoch, recording, pool);
  const recovered = await recover(tables, RULES);
  const record: typeof tables.record = async (from, commitRange) => {
    await mayRecord();
    await tables.record(from, commitRange);
  };
  const { writer, projector, known } = wireWriter(recovered, epoch, { ...tables, record }, { ...WIRING, committed });
  await known.learn(new AbortController().signal);
  await Promise.all([...opening()].map((submission) => writer.submit(submission)));
  const stop = async (): Promise<void> => {
    await writer.stop();
    await projector.stop();
  };
  return { writer, projector, stop };
}
