import { Logger, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { NatsLink } from './nats-link';
import type { NatsSettings } from './nats.config';
import { watchGauge } from '@foretell/platform-server';

/**
 * Provides the service's NatsLink to every module. The link drains in onApplicationShutdown, the last of Nest's hooks. Relays
 * stop in beforeApplicationShutdown or earlier. Consumers stop before it, too, when Nest closes their microservice (EventServer).
 */
@Module({})
export class NatsModule implements OnApplicationShutdown {
  constructor(private readonly link: NatsLink) {
    watchGauge({ name: 'foretell_nats_connected', help: 'Whether NATS answers this process: 1, or 0.' }, () =>
      this.link.isConnected ? 1 : 0,
    );
  }

  static forRoot(settings: NatsSettings): DynamicModule {
    const link = { provide: NatsLink, useFactory: () => new NatsLink(settings, new Logger('NatsLink')) };
    return { module: NatsModule, global: true, providers: [link], exports: [NatsLink] };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.link.close();
  }
}
