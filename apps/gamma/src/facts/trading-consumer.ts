import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { FactConsumer, NatsLink } from '@foretell/platform-nats';
import { TradingFactsApplier } from './trading-facts.applier';

@Injectable()
export class TradingConsumer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly consumer: FactConsumer<'clob'>;

  constructor(link: NatsLink, applier: TradingFactsApplier) {
    this.consumer = new FactConsumer({ link, source: 'clob', durable: 'gamma', applier });
  }

  onApplicationBootstrap(): void {
    this.consumer.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.consumer.stop();
  }
}
