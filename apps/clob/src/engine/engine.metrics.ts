import { Injectable } from '@nestjs/common';
import { metricsRegistry } from '@foretell/platform-server';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { CommitBatch } from './journal/batch';
import type { RecorderLag } from './recorder/recorder';

const commitSeconds = new Histogram({
  name: 'foretell_commit_seconds',
  help: 'Time of one journal transaction.',
  buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1],
  registers: [metricsRegistry],
});
const batchOrders = new Histogram({
  name: 'foretell_commit_orders',
  help: 'Order rows written by one journal transaction.',
  buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
  registers: [metricsRegistry],
});
const recordSeconds = new Histogram({
  name: 'foretell_record_seconds',
  help: 'Time of one transaction that brings the tables up to the journal.',
  buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
  registers: [metricsRegistry],
});
const committedFacts = new Counter({ name: 'foretell_facts_total', help: 'Facts committed.', registers: [metricsRegistry] });

const QUEUE_DEPTH = 'foretell_engine_queue_depth';
const RELAY_LAG = 'foretell_relay_lag_facts';
const RECORDER_LAG_COMMITS = 'foretell_recorder_lag_commits';
const RECORDER_LAG_SECONDS = 'foretell_recorder_lag_seconds';

/** What an operator watches of the writer: how much waits, how large and how slow its transactions are, how far the facts lag. */
@Injectable()
export class EngineMetrics {
  async timeCommit(batch: CommitBatch, commit: () => Promise<void>): Promise<void> {
    const end = commitSeconds.startTimer();
    await commit();
    end();
    batchOrders.observe(batch.changes.orders.length);
    committedFacts.inc(batch.rows.head.sequence - batch.firstSequence + 1);
  }

  async timeRecord(record: () => Promise<void>): Promise<void> {
    const end = recordSeconds.startTimer();
    await record();
    end();
  }

  /** Where a process holds several engines, as tests do, the newest is watched. */
  observe(sources: { depth(): number; relayLag(): Promise<number>; recorderLag(): RecorderLag }): void {
    for (const name of [QUEUE_DEPTH, RELAY_LAG, RECORDER_LAG_COMMITS, RECORDER_LAG_SECONDS])
      metricsRegistry.removeSingleMetric(name);
    new Gauge({
      name: QUEUE_DEPTH,
      help: 'Commands waiting to be matched.',
      registers: [metricsRegistry],
      collect() {
        this.set(sources.depth());
      },
    });
    new Gauge({
      name: RELAY_LAG,
      help: 'Committed facts not yet on the stream.',
      registers: [metricsRegistry],
      async collect() {
        this.set(await sources.relayLag().catch(() => NaN));
      },
    });
    new Gauge({
      name: RECORDER_LAG_COMMITS,
      help: 'Commits that are not yet in the tables.',
      registers: [metricsRegistry],
      collect() {
        this.set(sources.recorderLag().commits);
      },
    });
    new Gauge({
      name: RECORDER_LAG_SECONDS,
      help: 'Age of the oldest commit that is not yet in the tables.',
      registers: [metricsRegistry],
      collect() {
        this.set(sources.recorderLag().millis / 1_000);
      },
    });
  }
}
