import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { FactConsumer, NatsLink, SetAsideReplays } from '@foretell/platform-nats';
import { TradingFactsApplier } from './trading-facts.applier';

/** Nearly every fact only moves the checkpoint here; that a market closed may be seen so much later. */
const GATHER_MS = 300;

@Injectable()
export class TradingConsumer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly consumer: FactConsumer<'clob'>;

  constructor(link: NatsLink, applier: TradingFactsApplier, replays: SetAsideReplays) {
    replays.of('clob', (row) => applier.replay(row));
    this.consumer = new FactConsumer({ link, source: 'clob', durable: 'gamma', applier, gatherMs: GATHER_MS });
  }

  onApplicationBootstrap(): void {
    this.consumer.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.consumer.stop();
  }
}
