import { Injectable } from '@nestjs/common';
import { metricsRegistry } from '@foretell/platform-server';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { CommitBatch } from './journal/batch';

/** What an operator watches of the writer: how much waits, how large and how slow its transactions are, how far the facts lag. */
@Injectable()
export class EngineMetrics {
  private readonly commitSeconds = new Histogram({
    name: 'foretell_commit_seconds',
    help: 'Time of one journal transaction.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1],
    registers: [metricsRegistry],
  });
  private readonly batchOrders = new Histogram({
    name: 'foretell_commit_orders',
    help: 'Order rows written by one journal transaction.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers: [metricsRegistry],
  });
  private readonly facts = new Counter({ name: 'foretell_facts_total', help: 'Facts committed.', registers: [metricsRegistry] });

  async timeCommit(batch: CommitBatch, commit: () => Promise<void>): Promise<void> {
    const end = this.commitSeconds.startTimer();
    await commit();
    end();
    this.batchOrders.observe(batch.changes.orders.length);
    this.facts.inc(batch.lastSequence - batch.firstSequence + 1);
  }

  observe(sources: { depth(): number; lag(): Promise<number> }): void {
    new Gauge({
      name: 'foretell_engine_queue_depth',
      help: 'Commands waiting to be matched.',
      registers: [metricsRegistry],
      collect() {
        this.set(sources.depth());
      },
    });
    new Gauge({
      name: 'foretell_relay_lag_facts',
      help: 'Committed facts not yet on the stream.',
      registers: [metricsRegistry],
      async collect() {
        this.set(await sources.lag().catch(() => NaN));
      },
    });
  }
}
