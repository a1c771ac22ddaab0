import { FollowedEvents, NatsLink } from '@foretell/platform-nats';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { MONOTONIC, type Clock } from '@foretell/platform-server';
import { Module } from '@nestjs/common';
import { CatalogApplier } from './catalog.applier';
import { EventsController } from './events.controller';
import { IngestService } from './ingest.service';
import { databaseStore } from './projection-store';
import { TradingApplier } from './trading.applier';

@Module({
  controllers: [EventsController],
  providers: [
    IngestService,
    { provide: CatalogApplier, inject: [DATABASE_POOL], useFactory: (pool: Pool) => new CatalogApplier(pool) },
    {
      provide: TradingApplier,
      inject: [DATABASE_POOL],
      useFactory: (pool: Pool) => new TradingApplier(databaseStore(pool)),
    },
    {
      provide: FollowedEvents,
      inject: [IngestService, NatsLink, MONOTONIC],
      useFactory: ({ trading, catalog }: IngestService, { settings }: NatsLink, monotonic: Clock) =>
        new FollowedEvents({ streams: [trading, catalog], staleSeconds: settings.eventsStaleSeconds, monotonic }),
    },
  ],
  exports: [IngestService, FollowedEvents],
})
export class IngestModule {}
