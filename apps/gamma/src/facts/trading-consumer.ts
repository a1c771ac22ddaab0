import { Injectable } from '@nestjs/common';
import { FactConsumer, ingestMetrics, NatsLink, SetAsideReplays, watchIngestLag } from '@foretell/platform-nats';
import { TradingFactsApplier } from './trading-facts.applier';

const REMEDY = '"ops facts reread --surface gamma" takes back what was applied and applies what the stream holds';
/** Nearly every event only moves the checkpoint here; a market's closure may be visible this much later. */
const GATHER_MS = 1000;

/** Reads trading events for TradingEventsController; EventServer starts and stops it. */
@Injectable()
export class TradingConsumer {
  readonly consumer: FactConsumer<'clob'>;

  constructor(link: NatsLink, applier: TradingFactsApplier, replays: SetAsideReplays) {
    replays.of('clob', (row) => applier.replay(row));
    const metrics = ingestMetrics('clob');
    this.consumer = new FactConsumer({
      link,
      source: 'clob',
      durable: 'gamma',
      applier,
      gatherMs: GATHER_MS,
      metrics,
      remedy: REMEDY,
    });
    watchIngestLag('clob', () => this.consumer.progress());
  }
}
