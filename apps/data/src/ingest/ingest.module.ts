import { FollowedFacts, NatsLink } from '@foretell/platform-nats';
import { MONOTONIC, type Clock } from '@foretell/platform-server';
import { Module } from '@nestjs/common';
import { IngestService } from './ingest.service';

@Module({
  providers: [
    IngestService,
    {
      provide: FollowedFacts,
      inject: [IngestService, NatsLink, MONOTONIC],
      useFactory: ({ trading, catalog }: IngestService, { settings }: NatsLink, monotonic: Clock) =>
        new FollowedFacts({ streams: [trading, catalog], staleSeconds: settings.factsStaleSeconds, monotonic }),
    },
  ],
  exports: [IngestService, FollowedFacts],
})
export class IngestModule {}
