import type { BanOf } from './barred';
import { ElapsedClock } from './elapsed-clock';
import type { CommitBatch } from './journal/batch';
import { KnownIds } from './known/known-ids';
import { Recorder } from './recorder/recorder';
import type { Recovered } from './recovery';
import type { TradingRecord } from './trading-record';
import { Writer } from './writer';

/** What a wired writer needs besides the record. */
export interface WiringPorts {
  /** Unix ms. */
  readonly clock: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  /** Asked as each command is matched, so that none that was under way escapes. */
  readonly banOf: BanOf;
  /** Whether nothing can be committed for now: see WriterPorts. */
  readonly isStalled?: () => boolean;
  /** Called after each commit, in order, before it is acknowledged, when the recorder has it. */
  readonly committed: (batch: CommitBatch) => void;
  /** Called when writer or recorder cannot go on. The process must stop. */
  readonly fatal: (cause: unknown) => void;
}

export interface WiredWriter {
  readonly writer: Writer;
  readonly recorder: Recorder;
  /** Its `learn` is the caller's to begin. */
  readonly known: KnownIds;
}

/** Writer, recorder and known ids of one epoch over one record, from where the recovery left it. */
export function wireWriter(
  { exchange, head, notes }: Pick<Recovered, 'exchange' | 'head' | 'notes'>,
  epoch: number,
  record: Pick<TradingRecord, 'commit' | 'record' | 'ids'>,
  { clock, monotonic, banOf, isStalled = () => false, committed, fatal }: WiringPorts,
): WiredWriter {
  const recorder = new Recorder(head.commitNumber, {
    record: (from, stretch) => record.record(from, stretch),
    fatal,
    monotonic,
  });
  const known = new KnownIds(record.ids, recorder);
  const elapsed = new ElapsedClock(monotonic, Date.now);
  const writer = new Writer(exchange, { ...head, epoch, at: head.totals.at }, notes, {
    clock,
    monotonic,
    elapsed: () => elapsed.now(),
    isStalled,
    commit: (batch) => record.commit(batch),
    room: () => recorder.room(),
    known: (orders, references) => known.of(orders, references),
    banOf,
    committed: (batch) => {
      recorder.take(batch.rows);
      known.add(batch.rows);
      committed(batch);
    },
    fatal,
  });
  return { writer, recorder, known };
}
