import { Module } from '@nestjs/common';
import { CacheModule } from '../cache/cache.module';
import { SearchModule } from '../search/search.module';
import { FirstTradeQuery } from './first-trade.query';
import { PublicEventsController } from './public-events.controller';
import { PublicEventsQuery } from './public-events.query';
import { PublicMarketsController } from './public-markets.controller';
import { PublicMarketsQuery } from './public-markets.query';
import { PublicSeriesController } from './public-series.controller';
import { PublicSeriesQuery } from './public-series.query';
import { PublicSiteController } from './public-site.controller';
import { PublicSportsController } from './public-sports.controller';
import { PublicSportsQuery } from './public-sports.query';
import { PublicTagsController } from './public-tags.controller';
import { PublicTagsQuery } from './public-tags.query';

/** The public response format of the catalog, under /public. */
@Module({
  imports: [CacheModule, SearchModule],
  controllers: [
    PublicEventsController,
    PublicMarketsController,
    PublicSeriesController,
    PublicSiteController,
    PublicSportsController,
    PublicTagsController,
  ],
  providers: [FirstTradeQuery, PublicEventsQuery, PublicMarketsQuery, PublicSeriesQuery, PublicSportsQuery, PublicTagsQuery],
})
export class PublicModule {}
