import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { DoctorCheck, Replayed } from '@foretell/contracts';
import { EventRelay, NatsLink, relayMetrics, watchRelayLag } from '@foretell/platform-nats';
import { CatalogJournal } from './catalog.journal';

/** Publishes the catalog's journal. Runs in every process of gamma: the stream stores each message once. */
@Injectable()
export class CatalogRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly relay: EventRelay;

  constructor(link: NatsLink, journal: CatalogJournal) {
    this.relay = new EventRelay({ link, source: 'gamma', journal, metrics: relayMetrics('gamma') });
    watchRelayLag('gamma', () => this.relay.progress());
  }

  onApplicationBootstrap(): void {
    this.relay.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.relay.stop();
  }

  /** Call it after a commit. The relay reads the journal with its lineage, which any process's commit may have begun. */
  notify(): void {
    this.relay.notify();
  }

  replay(from: number, isNewLineage = false): Promise<Replayed> {
    return this.relay.replay(from, isNewLineage);
  }

  async checks(): Promise<readonly DoctorCheck[]> {
    return [await this.relay.waitCheck(), this.relay.check()];
  }

  lag(): Promise<number> {
    return this.relay.lag();
  }
}
