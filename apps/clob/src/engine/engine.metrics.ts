import { Injectable } from '@nestjs/common';
import { FUNDS_MAX_MICROS } from '@foretell/exchange';
import { watchRelayLag } from '@foretell/platform-nats';
import { metricsRegistry, watchGauge, type Progress } from '@foretell/platform-server';
import { Counter, Histogram } from 'prom-client';
import type { CommitBatch } from './journal/batch';
import { tracedCommit } from './engine.tracing';
import type { ProjectorLag } from './projector/projector';
import type { TradingRecord } from './trading-record';
import type { Writer } from './writer';
import type { Backlog } from './writer-pace';
import type { Writing } from './writing';

const registers = [metricsRegistry];
const commitSeconds = new Histogram({
  name: 'foretell_commit_seconds',
  help: 'Duration of one journal transaction.',
  buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1],
  registers,
});
const batchOrders = new Histogram({
  name: 'foretell_commit_orders',
  help: 'Order rows written by one journal transaction.',
  buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
  registers,
});
const recordSeconds = new Histogram({
  name: 'foretell_record_seconds',
  help: 'Duration of one transaction of the projector, which brings the tables up to the journal.',
  buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
  registers,
});
const committedEvents = new Counter({ name: 'foretell_facts_total', help: 'Events committed.', registers });
const committedTrades = new Counter({ name: 'foretell_trades_total', help: 'Trades committed.', registers });

/** Values that are measured on a replica, whether it writes or not. */
export interface EngineSources {
  /** Its commands that wait to be matched or committed; null on a replica that does not write. */
  readonly writer: () => Pick<Writer, 'depth' | 'oldestMillis'> | null;
  readonly backlog: () => Backlog;
  /** Null on a replica that does not relay. */
  readonly relayed: () => Promise<Progress | null>;
  readonly projectorLag: () => ProjectorLag;
  readonly isWriting: () => boolean;
  /** How far the exchange's time is ahead of this process's. */
  readonly aheadMillis: () => number;
  /** Epoch of the record, as far as this replica has followed it. */
  readonly epoch: () => number | null;
  /** Time since the state was last seen at the journal's end. */
  readonly followedMillis: () => number;
  readonly markets: () => number;
  /** Markets with a price level. */
  readonly books: () => number;
  /** The state as this replica has it; null before it has read any. */
  readonly state: () => Pick<Writing, 'exchange' | 'notes'> | null;
}

/** Metrics of the writer: queue depth, size and duration of its transactions, and lag of the relay. */
@Injectable()
export class EngineMetrics {
  /** Wraps the record so that its commits and projections are timed, counted and traced. */
  timed(record: TradingRecord): TradingRecord {
    return {
      ...record,
      commit: (batch) => tracedCommit(batch, () => timeCommit(batch, () => record.commit(batch))),
      record: (from, commitRange) => timeRecord(() => record.record(from, commitRange)),
    };
  }

  observe(sources: EngineSources): void {
    watchRelayLag('clob', () => sources.relayed());
    for (const [name, help, read] of gaugesOf(sources)) watchGauge({ name: `foretell_${name}`, help }, read);
  }
}

async function timeCommit(batch: CommitBatch, commit: () => Promise<void>): Promise<void> {
  const end = commitSeconds.startTimer();
  await commit();
  end();
  batchOrders.observe(batch.changes.orders.length);
  committedEvents.inc(batch.rows.head.sequence - batch.firstSequence + 1);
  committedTrades.inc(batch.rows.trades.length);
}

async function timeRecord(record: () => Promise<void>): Promise<void> {
  const end = recordSeconds.startTimer();
  await record();
  end();
}

type Named = readonly [name: string, help: string, read: () => number | null];

function gaugesOf(sources: EngineSources): readonly Named[] {
  const { isWriting, backlog, writer, state, projectorLag } = sources;
  return [
    ['writer', 'Whether this replica is the writer: 1, or 0.', () => (isWriting() ? 1 : 0)],
    ['exchange_ahead_seconds', "How far the exchange's time is ahead of the writer's clock.", () => aheadOf(sources)],
    ['writer_epoch', 'Epoch of the writer: rises whenever the writer changes.', sources.epoch],
    ['engine_queue_depth', 'Commands waiting to be matched.', () => writer()?.depth() ?? 0],
    ['engine_queue_seconds', 'Age of the oldest uncommitted command.', () => (writer()?.oldestMillis() ?? 0) / 1_000],
    ['engine_queue_work_seconds', 'Estimated time to process the waiting commands.', () => backlog().workMillis / 1_000],
    ['recorder_lag_commits', 'Commits that are not yet in the tables.', () => projectorLag().commits],
    ['recorder_lag_seconds', 'Age of the oldest commit that is not yet in the tables.', () => projectorLag().millis / 1_000],
    ['follower_lag_seconds', "Time since this replica was last at the journal's end.", () => followed(sources)],
    ['markets', 'Markets of the trading service.', sources.markets],
    ['books', 'Markets with an order in the book.', sources.books],
    ['open_orders', 'Open orders.', () => state()?.notes.size ?? 0],
    ['funds_held_ratio', 'Funds in the ledger, as a share of their maximum; at 1 credits are refused.', () => heldOf(sources)],
  ];
}

/** Only the writer goes on from the record's time. */
function aheadOf({ isWriting, aheadMillis }: EngineSources): number | null {
  return isWriting() ? aheadMillis() / 1_000 : null;
}

/** Taken from the state, so that it is known before the first commit, and a replica that no longer writes has no old value. */
function heldOf({ state }: EngineSources): number | null {
  const held = state()?.exchange.heldMicros();
  return held === undefined ? null : held / FUNDS_MAX_MICROS;
}

/** The writer is at the journal's end by definition; a state that was never there has no age. */
function followed({ isWriting, followedMillis }: EngineSources): number | null {
  const millis = isWriting() ? 0 : followedMillis();
  return Number.isFinite(millis) ? millis / 1_000 : null;
}
