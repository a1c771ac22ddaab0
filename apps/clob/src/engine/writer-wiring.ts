import type { BanOf, OwnerOf } from './barred';
import { ElapsedClock } from './elapsed-clock';
import type { CommitBatch } from './journal/batch';
import { KnownIds } from './known/known-ids';
import { Projector } from './projector/projector';
import type { Recovered } from './recovery';
import type { TradingRecord } from './trading-record';
import { Writer } from './writer';

/** Dependencies of writer, projector and known ids, apart from the record. */
export interface WiringPorts {
  /** Unix ms. */
  readonly clock: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  /** Checked when each command is matched, so that a ban also stops queued commands. */
  readonly banOf: BanOf;
  /** Checked when each order is matched, so that a replaced link also stops queued orders of the former owner. */
  readonly ownerOf: OwnerOf;
  /** Whether commits currently fail: see WriterPorts. */
  readonly isStalled?: () => boolean;
  /** Called after each commit, in order, after the projector has it and before it is acknowledged. */
  readonly committed: (batch: CommitBatch) => void;
  /** Called when writer or projector cannot continue. The process must stop. */
  readonly fatal: (cause: unknown) => void;
}

export interface WriterParts {
  readonly writer: Writer;
  readonly projector: Projector;
  /** The caller starts its `learn`. */
  readonly known: KnownIds;
}

/** Connects writer, projector and known ids of one epoch over one record, from the recovered state. */
export function wireWriter(
  { exchange, head, notes }: Pick<Recovered, 'exchange' | 'head' | 'notes'>,
  epoch: number,
  record: Pick<TradingRecord, 'commit' | 'record' | 'ids'>,
  { clock, monotonic, banOf, ownerOf, isStalled = () => false, committed, fatal }: WiringPorts,
): WriterParts {
  const projector = new Projector(head.commitNumber, {
    record: (from, commitRange) => record.record(from, commitRange),
    fatal,
    monotonic,
  });
  const known = new KnownIds(record.ids, projector);
  const elapsed = new ElapsedClock(monotonic, Date.now);
  const writer = new Writer(exchange, { ...head, epoch, at: head.totals.at }, notes, {
    clock,
    monotonic,
    elapsed: () => elapsed.now(),
    isStalled,
    commit: (batch) => record.commit(batch),
    waitForCapacity: () => projector.waitForCapacity(),
    known: (orders, references) => known.of(orders, references),
    banOf,
    ownerOf,
    committed: (batch) => {
      projector.take(batch.rows);
      known.add(batch.rows);
      committed(batch);
    },
    fatal,
  });
  return { writer, projector, known };
}
