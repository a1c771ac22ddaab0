import { Module, type DynamicModule } from '@nestjs/common';
import { NatsModule } from '@foretell/platform-nats';
import { DatabaseModule } from '@foretell/platform-prisma';
import { ServerModule } from '@foretell/platform-server';
import { AnswerService } from './cache/answer.service';
import { CatalogVersion } from './cache/catalog-version';
import { EventsController } from './events/events.controller';
import { EventsQuery } from './events/events.query';
import { CatalogDoctor } from './ops/catalog.doctor';
import { CatalogJournal } from './journal/catalog.journal';
import { CatalogRelay } from './journal/catalog-relay';
import { FactsController } from './ops/facts.controller';
import { TradingConsumer } from './facts/trading-consumer';
import { TradingFactsApplier } from './facts/trading-facts.applier';
import { GAMMA_CONFIG, type GammaConfig } from './gamma.config';
import { ImportController } from './import/import.controller';
import { ImportService } from './import/import.service';
import { MarketsController } from './markets/markets.controller';
import { MarketsQuery } from './markets/markets.query';
import { ReadinessModule, DatabaseReadiness } from './journal/readiness.module';
import { SearchController } from './search/search.controller';
import { searchPool, SearchPoolEnd } from './search/search-pool';
import { SearchQuery } from './search/search.query';
import { SeriesController } from './series/series.controller';
import { SeriesQuery } from './series/series.query';
import { TagsController } from './tags/tags.controller';
import { TagsQuery } from './tags/tags.query';
import { requestRules } from './request-rules';

/** The catalog surface: read over HTTP, written by operator commands, in step with trading by facts. */
@Module({})
export class AppModule {
  static forRoot(config: GammaConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServerModule.forRoot({
          surface: 'gamma',
          requests: requestRules,
          logLevel: config.logLevel,
          readiness: [DatabaseReadiness],
          imports: [ReadinessModule],
        }),
        DatabaseModule.forRoot({ url: config.databaseUrl, poolMax: config.poolMax, applicationName: 'gamma' }),
        NatsModule.forRoot(config.nats),
      ],
      controllers: [
        MarketsController,
        EventsController,
        SeriesController,
        TagsController,
        SearchController,
        ImportController,
        FactsController,
      ],
      providers: [
        { provide: GAMMA_CONFIG, useValue: config },
        CatalogVersion,
        AnswerService,
        MarketsQuery,
        EventsQuery,
        SeriesQuery,
        TagsQuery,
        searchPool,
        SearchPoolEnd,
        SearchQuery,
        ImportService,
        CatalogJournal,
        CatalogRelay,
        CatalogDoctor,
        TradingFactsApplier,
        TradingConsumer,
      ],
    };
  }
}
