import { USUAL_BOUNDS } from '@foretell/exchange';
import type { Pool } from '@foretell/platform-prisma';
import { raiseEpoch } from '../engine/epoch.query';
import type { CommitBatch } from '../engine/journal/batch';
import type { Projector } from '../engine/projector/projector';
import { recover } from '../engine/recovery';
import { databaseRecord } from '../engine/trading-record';
import { wireWriter } from '../engine/writer-wiring';
import type { Writer } from '../engine/writer';
import { opening } from './order-stream';

export interface WatchedBy {
  /** The projector starts no range of commits before it resolves. */
  readonly mayRecord: () => Promise<void>;
  readonly committed: (batch: CommitBatch) => void;
}

/** A few wallets place all orders. */
export const RULES = {
  gtdMinimumMillis: 60_000,
  bounds: { ...USUAL_BOUNDS, openOrdersMax: Infinity, marketOrdersMax: Infinity },
};

/** Writer and projector as the service wires them, on the next epoch, with the markets and funds of the order stream. */
export async function startWriter(
  pool: Pool,
  recording: Pool,
  { mayRecord, committed }: WatchedBy,
): Promise<{ readonly writer: Writer; readonly projector: Projector }> {
  const epoch = await raiseEpoch(pool);
  const tables = databaseRecord(epoch, recording, pool);
  const recovered = await recover(tables, RULES);
  const record: typeof tables.record = async (from, commitRange) => {
    await mayRecord();
    await tables.record(from, commitRange);
  };
  const fatal = (cause: unknown): never => {
    throw cause;
  };
  const { writer, projector, known } = wireWriter(
    recovered,
    epoch,
    { ...tables, record },
    { clock: Date.now, monotonic: () => performance.now(), banOf: () => null, ownerOf: () => undefined, committed, fatal },
  );
  await known.learn(new AbortController().signal);
  await Promise.all([...opening()].map((submission) => writer.submit(submission)));
  return { writer, projector };
}
