import { FollowedFacts, NatsLink } from '@foretell/platform-nats';
import { MONOTONIC, type Clock } from '@foretell/platform-server';
import { Module } from '@nestjs/common';
import { CacheModule } from '../cache/cache.module';
import { FigureWindows } from './figure-windows';
import { TradingConsumer } from './trading-consumer';
import { TradingEventsController } from './trading-events.controller';
import { TradingFactsApplier } from './trading-facts.applier';

/** Synchronises the catalog with trading. */
@Module({
  imports: [CacheModule],
  controllers: [TradingEventsController],
  providers: [
    TradingFactsApplier,
    TradingConsumer,
    FigureWindows,
    {
      provide: FollowedFacts,
      inject: [TradingConsumer, NatsLink, MONOTONIC],
      useFactory: ({ consumer }: TradingConsumer, { settings }: NatsLink, monotonic: Clock) =>
        new FollowedFacts({ streams: [consumer], staleSeconds: settings.factsStaleSeconds, monotonic }),
    },
  ],
  exports: [FollowedFacts, TradingConsumer],
})
export class FactsModule {}
