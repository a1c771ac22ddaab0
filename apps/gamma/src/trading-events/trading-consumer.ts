import { Injectable } from '@nestjs/common';
import { EventConsumer, ingestMetrics, NatsLink, DeadLetterReplays, watchIngestLag } from '@foretell/platform-nats';
import { TradingEventsApplier } from './trading-events.applier';

const REMEDY = '"ops events reread --surface gamma" takes back what was applied and applies what the stream holds';
/** Nearly every event only moves the checkpoint here; a market's closure may be visible this much later. */
const BATCH_WAIT_MS = 1000;

/** Reads trading events for TradingEventsController; EventServer starts and stops it. */
@Injectable()
export class TradingConsumer {
  readonly consumer: EventConsumer<'clob'>;

  constructor(link: NatsLink, applier: TradingEventsApplier, replays: DeadLetterReplays) {
    replays.of('clob', (row) => applier.replay(row));
    const metrics = ingestMetrics('clob');
    this.consumer = new EventConsumer({
      link,
      source: 'clob',
      durable: 'gamma',
      applier,
      batchWaitMs: BATCH_WAIT_MS,
      metrics,
      remedy: REMEDY,
    });
    watchIngestLag('clob', () => this.consumer.progress());
  }
}
