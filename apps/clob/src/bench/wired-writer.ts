import type { Pool } from '@foretell/platform-prisma';
import { raiseEpoch } from '../engine/epoch.query';
import type { CommitBatch } from '../engine/journal/batch';
import { commitBatch } from '../engine/journal/commit.query';
import { KnownIds } from '../engine/known/known-ids';
import { RecordTables } from '../engine/recorder/record.query';
import { Recorder } from '../engine/recorder/recorder';
import { recover } from '../engine/recovery';
import { Writer } from '../engine/writer';
import { opening } from './order-stream';

export interface WatchedBy {
  /** The recorder begins no stretch before it resolves. */
  readonly mayRecord: () => Promise<void>;
  readonly committed: (batch: CommitBatch) => void;
}

/** Writer and recorder as the service wires them, on the next epoch, with what the order stream trades opened and funded. */
export async function startWriter(
  pool: Pool,
  recording: Pool,
  { mayRecord, committed }: WatchedBy,
): Promise<{ readonly writer: Writer; readonly recorder: Recorder }> {
  const epoch = await raiseEpoch(pool);
  const { exchange, head, notes } = await recover({ pool, recorderPool: recording }, epoch, {
    gtdMinimumMillis: 60_000,
  });
  const fatal = (cause: unknown): never => {
    throw cause;
  };
  const tables = new RecordTables(recording, epoch);
  const recorder = new Recorder(head.commitNumber, {
    record: async (from, stretch) => {
      await mayRecord();
      await tables.record(from, stretch);
    },
    fatal,
    monotonic: () => performance.now(),
  });
  const known = new KnownIds(pool, recorder);
  await known.learn(new AbortController().signal);
  const writer = new Writer(exchange, { ...head, epoch, at: head.totals.at }, notes, {
    clock: Date.now,
    commit: (batch) => commitBatch(pool, batch),
    room: () => recorder.room(),
    known: (orders, references) => known.of(orders, references),
    committed: (batch) => {
      recorder.take(batch.rows);
      known.add(batch.rows);
      committed(batch);
    },
    fatal,
  });
  await Promise.all([...opening()].map((submission) => writer.submit(submission)));
  return { writer, recorder };
}
