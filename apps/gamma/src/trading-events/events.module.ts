import { FollowedEvents, NatsLink } from '@foretell/platform-nats';
import { MONOTONIC, type Clock } from '@foretell/platform-server';
import { Module } from '@nestjs/common';
import { CacheModule } from '../cache/cache.module';
import { FigureWindows } from './figure-windows';
import { TradingConsumer } from './trading-consumer';
import { TradingEventsController } from './trading-events.controller';
import { TradingEventsApplier } from './trading-events.applier';

/** Synchronises the catalog with trading. */
@Module({
  imports: [CacheModule],
  controllers: [TradingEventsController],
  providers: [
    TradingEventsApplier,
    TradingConsumer,
    FigureWindows,
    {
      provide: FollowedEvents,
      inject: [TradingConsumer, NatsLink, MONOTONIC],
      useFactory: ({ consumer }: TradingConsumer, { settings }: NatsLink, monotonic: Clock) =>
        new FollowedEvents({ streams: [consumer], staleSeconds: settings.eventsStaleSeconds, monotonic }),
    },
  ],
  exports: [FollowedEvents, TradingConsumer],
})
export class ExchangeEventsModule {}
