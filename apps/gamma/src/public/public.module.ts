import { Module } from '@nestjs/common';
import { CacheModule } from '../cache/cache.module';
import { PublicEventsController } from './public-events.controller';
import { PublicEventsQuery } from './public-events.query';
import { PublicMarketsController } from './public-markets.controller';
import { PublicMarketsQuery } from './public-markets.query';

/** The public dialect of the catalog, under /public. */
@Module({
  imports: [CacheModule],
  controllers: [PublicEventsController, PublicMarketsController],
  providers: [PublicEventsQuery, PublicMarketsQuery],
})
export class PublicModule {}
