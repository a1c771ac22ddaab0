import { StreamTurns } from '@foretell/platform-server';
import { Module } from '@nestjs/common';
import { BookViewsModule } from '../book-views/book-views.module';
import { EngineModule } from '../engine/engine.module';
import { EngineService } from '../engine/engine.service';
import { LedgerModule } from '../ledger/ledger.module';
import { MarketDirectoryModule } from '../market-directory/market-directory.module';
import { MarketStreams } from './market-streams';
import { BOUNDS, STREAM_BOUNDS, type StreamBounds } from './stream-bounds';
import { StreamsGateway } from './streams.gateway';
import { UserStreams } from './user-streams';

/** The WebSocket channels. */
@Module({
  imports: [BookViewsModule, EngineModule, LedgerModule, MarketDirectoryModule],
  providers: [
    { provide: BOUNDS, useValue: STREAM_BOUNDS },
    {
      provide: StreamTurns,
      inject: [BOUNDS, EngineService],
      useFactory: (bounds: StreamBounds, engine: EngineService) => new StreamTurns(bounds, () => engine.backlog().workMillis > 0),
    },
    MarketStreams,
    UserStreams,
    StreamsGateway,
  ],
})
export class StreamsModule {}
