import { Logger, Module, type DynamicModule, type FactoryProvider, type OnApplicationShutdown } from '@nestjs/common';
import { NatsLink } from './nats-link';
import type { NatsSettings } from './nats.config';
import { watchGauge } from '@foretell/platform-server';

/** Injection token of NatsSettings. */
const NATS_SETTINGS = Symbol('NatsSettings');

export interface NatsModuleAsyncOptions {
  readonly inject?: NonNullable<FactoryProvider['inject']>;
  readonly useFactory: FactoryProvider<NatsSettings>['useFactory'];
}

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
    return NatsModule.forRootAsync({ useFactory: () => settings });
  }

  static forRootAsync(options: NatsModuleAsyncOptions): DynamicModule {
    return {
      module: NatsModule,
      global: true,
      providers: [
        { provide: NATS_SETTINGS, inject: options.inject ?? [], useFactory: options.useFactory },
        {
          provide: NatsLink,
          inject: [NATS_SETTINGS],
          useFactory: (settings: NatsSettings) => new NatsLink(settings, new Logger('NatsLink')),
        },
      ],
      exports: [NATS_SETTINGS, NatsLink],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.link.close();
  }
}
