import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { PackedMessage, Replayed } from '@foretell/contracts';
import { FactRelay, NatsLink, relayMetrics, watchRelayLag } from '@foretell/platform-nats';
import { CatalogJournal } from './catalog.journal';

/** Publishes the catalog's journal. Runs in every process of gamma: the stream takes each message once. */
@Injectable()
export class CatalogRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly relay: FactRelay;

  constructor(link: NatsLink, journal: CatalogJournal) {
    this.relay = new FactRelay({ link, source: 'gamma', journal, metrics: relayMetrics('gamma') });
    watchRelayLag('gamma', () => this.relay.progress());
  }

  onApplicationBootstrap(): void {
    this.relay.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.relay.stop();
  }

  notify(committed: readonly PackedMessage[]): void {
    this.relay.notify(committed);
  }

  replay(from: number): Promise<Replayed> {
    return this.relay.replay(from);
  }

  lag(): Promise<number> {
    return this.relay.lag();
  }
}
