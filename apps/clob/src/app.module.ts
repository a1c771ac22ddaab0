import { Module, type DynamicModule } from '@nestjs/common';
import { AuthModule } from '@foretell/platform-auth';
import { NatsModule } from '@foretell/platform-nats';
import { BY_INDEX, createPool, DatabaseModule } from '@foretell/platform-prisma';
import { ServerModule, type ServerSeams } from '@foretell/platform-server';
import { BookViews } from './book-views/book-view';
import { BooksController } from './books/books.controller';
import { BooksService } from './books/books.service';
import { CLOB_CONFIG, type ClobSettings, type SurfaceSettings } from './clob.config';
import { EngineMetrics } from './engine/engine.metrics';
import { EngineService, RECORDER_POOL, WRITER_POOL } from './engine/engine.service';
import { JournalQuery } from './engine/journal/journal.query';
import { Recorded } from './record/recorded';
import { recorderPool } from './engine/recorder/recorder-pool';
import { PostgresApiKeyStore } from './keys/api-key.store';
import { Bans } from './keys/bans.query';
import { KeysController } from './auth/keys.controller';
import { KeysService } from './auth/keys.service';
import { BalancesQuery } from './ledger/balances.query';
import { WalletLinks } from './ledger/wallet-links';
import { MarketDirectory } from './market-directory/market-directory';
import { MarketRecordsQuery } from './markets/market-record.query';
import { MarketsController } from './markets/markets.controller';
import { RewardsStore } from './rewards/rewards.store';
import { DoctorQuery } from './ops/doctor.query';
import { LedgerOpsController } from './ops/ledger-ops.controller';
import { MarketRefs } from './ops/market-ref';
import { MarketsOpsController } from './ops/markets-ops.controller';
import { SystemOpsController } from './ops/system-ops.controller';
import { CancelService } from './orders/cancel.service';
import { FirstAnswers } from './orders/first-answers.query';
import { OpenOrdersController } from './orders/open-orders.controller';
import { OpenOrdersQuery } from './orders/open-orders.query';
import { OrdersController } from './orders/orders.controller';
import { PlacementService } from './orders/placement.service';
import { BuilderTradesController } from './trades/builder-trades.controller';
import { BuilderFeesController } from './markets/builder-fees.controller';
import { HeartbeatsController } from './heartbeats/heartbeats.controller';
import { HeartbeatsService } from './heartbeats/heartbeats.service';
import { HistoryController } from './history/history.controller';
import { HistoryService } from './history/history.service';
import { MoreKeysController } from './auth/more-keys.controller';
import { BalanceAllowanceController } from './funds/balance-allowance.controller';
import { MarketFactsController } from './markets/market-facts.controller';
import { NotificationsController } from './notifications/notifications.controller';
import { NotificationsQuery } from './notifications/notifications.query';
import { RehearsalQuery } from './orders/rehearsal.query';
import { RehearsalService } from './orders/rehearsal.service';
import { PositionsController } from './funds/positions.controller';
import { RewardSampler } from './rewards/reward-sampler';
import { RewardsOpsController } from './ops/rewards-ops.controller';
import { RewardsReportQuery } from './rewards/rewards-report.query';
import { ScoringController } from './rewards/scoring.controller';
import { ScoringService } from './rewards/scoring.service';
import { StatusController } from './status/status.controller';
import { TradesController } from './trades/trades.controller';
import { TradesQuery } from './trades/trades.query';
import { requestRules } from './request-rules';

/** The writer commits on one connection and looks up known ids on another. */
const WRITER_CONNECTIONS = 2;

@Module({ providers: [PostgresApiKeyStore], exports: [PostgresApiKeyStore] })
class KeyStoreModule {}

/** The trading surface. Only here are ports bound to adapters. */
@Module({})
export class AppModule {
  static forRoot({ config, auth, nats }: SurfaceSettings, seams: ServerSeams = {}): DynamicModule {
    const database = { url: config.databaseUrl, applicationName: 'foretell-clob' };
    return {
      module: AppModule,
      imports: [
        ServerModule.forRoot({
          ...seams,
          surface: 'clob',
          requests: requestRules,
          logLevel: config.logLevel,
          readiness: [EngineService],
          imports: [EngineModule.forRoot(config)],
        }),
        DatabaseModule.forRoot({ ...database, poolMax: config.databasePoolMax }),
        NatsModule.forRoot(nats),
        AuthModule.forRoot({ config: auth, store: PostgresApiKeyStore, imports: [KeyStoreModule] }),
      ],
      controllers: [
        StatusController,
        OrdersController,
        OpenOrdersController,
        TradesController,
        KeysController,
        MarketsController,
        BooksController,
        HistoryController,
        MarketFactsController,
        BuilderFeesController,
        MoreKeysController,
        BalanceAllowanceController,
        PositionsController,
        BuilderTradesController,
        HeartbeatsController,
        NotificationsController,
        ScoringController,
        RewardsOpsController,
        MarketsOpsController,
        LedgerOpsController,
        SystemOpsController,
      ],
      providers: [
        PlacementService,
        CancelService,
        FirstAnswers,
        OpenOrdersQuery,
        TradesQuery,
        KeysService,
        Bans,
        BalancesQuery,
        MarketRecordsQuery,
        RewardsStore,
        BooksService,
        HistoryService,
        HeartbeatsService,
        NotificationsQuery,
        ScoringService,
        RewardSampler,
        RewardsReportQuery,
        RehearsalQuery,
        RehearsalService,
        MarketRefs,
        DoctorQuery,
      ],
    };
  }
}

/** The single writer and the committed views that it advances, for all rooms. */
@Module({})
class EngineModule {
  static forRoot(config: ClobSettings): DynamicModule {
    return {
      module: EngineModule,
      global: true,
      providers: [
        { provide: CLOB_CONFIG, useValue: config },
        {
          provide: WRITER_POOL,
          useFactory: () =>
            createPool(
              {
                url: config.databaseUrl,
                applicationName: 'foretell-clob-writer',
                poolMax: WRITER_CONNECTIONS,
                settings: BY_INDEX,
              },
              () => undefined,
            ),
        },
        { provide: RECORDER_POOL, useFactory: () => recorderPool(config.databaseUrl) },
        Recorded,
        EngineService,
        EngineMetrics,
        JournalQuery,
        MarketDirectory,
        BookViews,
        WalletLinks,
      ],
      exports: [CLOB_CONFIG, EngineService, Recorded, MarketDirectory, BookViews, WalletLinks],
    };
  }
}
