import { Module, type DynamicModule } from '@nestjs/common';
import type { GammaConfig } from './gamma.config';
import { EventsModule } from './events/events.module';
import { ExchangeEventsModule } from './trading-events/events.module';
import { ImportModule } from './import/import.module';
import { MarketsModule } from './markets/markets.module';
import { OpsModule } from './ops/ops.module';
import { PlatformModule } from './platform.module';
import { PublicModule } from './public/public.module';
import { SearchModule } from './search/search.module';
import { SeriesModule } from './series/series.module';
import { TagsModule } from './tags/tags.module';

/** The catalog service: read over HTTP, written by operator commands, synchronised with trading by events. */
@Module({})
export class AppModule {
  static forRoot(config: GammaConfig): DynamicModule {
    const imports = [
      PlatformModule.forRoot(config),
      MarketsModule,
      EventsModule,
      SeriesModule,
      TagsModule,
      SearchModule,
      PublicModule,
      ImportModule,
      ExchangeEventsModule,
      OpsModule,
    ];
    return { module: AppModule, imports };
  }
}
