import { CONNECTION_BOUNDS, StreamTurns } from '@foretell/platform-server';
import { Module, type DynamicModule } from '@nestjs/common';
import { ActivityFeed } from './activity-feed';
import { ActivityFeedQuery } from './activity-feed.query';
import { LiveDataGateway, TRUSTED_PROXIES } from './live-data.gateway';

/** The live-data stream: trades as they happen. */
@Module({})
export class LiveDataModule {
  static forRoot(trustedProxies: number): DynamicModule {
    const providers = [
      { provide: TRUSTED_PROXIES, useValue: trustedProxies },
      // Requests have their own turns; no other work waits for the event loop here.
      { provide: StreamTurns, useFactory: () => new StreamTurns(CONNECTION_BOUNDS, () => false) },
      ActivityFeedQuery,
      ActivityFeed,
      LiveDataGateway,
    ];
    return { module: LiveDataModule, providers };
  }
}
