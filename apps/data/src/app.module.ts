import { NatsModule } from '@foretell/platform-nats';
import { DatabaseModule } from '@foretell/platform-prisma';
import { ServerModule } from '@foretell/platform-server';
import { Module, type DynamicModule } from '@nestjs/common';
import { IpAllowlist } from './access/ip-allowlist';
import { ActivityController } from './activity/activity.controller';
import { ActivityQuery } from './activity/activity.query';
import { BuildersController } from './builders/builders.controller';
import { BuildersQuery } from './builders/builders.query';
import type { DataConfig } from './data.config';
import { Doctor } from './ops/doctor';
import { HoldersController } from './holders/holders.controller';
import { HoldersQuery } from './holders/holders.query';
import { IngestModule } from './ingest/ingest.module';
import { IngestService } from './ingest/ingest.service';
import { BoardFollower } from './leaderboard/board.follower';
import { LeaderboardModule } from './leaderboard/leaderboard.module';
import { SESSIONS } from './database/sessions';
import { MarketFiguresController } from './market-figures/market-figures.controller';
import { MarketFiguresQuery } from './market-figures/market-figures.query';
import { DataOpsController } from './ops/data-ops.controller';
import { PositionsController } from './positions/positions.controller';
import { PositionsQuery } from './positions/positions.query';
import { ProfilesImport } from './profiles/profiles.import';
import { Rebuild } from './rebuild/rebuild';
import { TradesController } from './trades/trades.controller';
import { TradesQuery } from './trades/trades.query';
import { requestRules } from './request-rules';

/** The data surface: facts in, reads out. Ports are bound to adapters here and nowhere else. */
@Module({})
export class AppModule {
  static forRoot(config: DataConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServerModule.forRoot({
          surface: 'data',
          requests: requestRules,
          logLevel: config.logLevel,
          readiness: [IngestService, BoardFollower],
          imports: [IngestModule, LeaderboardModule],
        }),
        DatabaseModule.forRoot({
          url: config.databaseUrl,
          poolMax: config.databaseConnections,
          applicationName: 'data',
          settings: SESSIONS,
        }),
        NatsModule.forRoot(config.nats),
        IngestModule,
        LeaderboardModule,
      ],
      controllers: [
        ActivityController,
        HoldersController,
        PositionsController,
        TradesController,
        MarketFiguresController,
        BuildersController,
        DataOpsController,
      ],
      providers: [
        { provide: IpAllowlist, useValue: config.ipAllowlist },
        ActivityQuery,
        HoldersQuery,
        PositionsQuery,
        TradesQuery,
        MarketFiguresQuery,
        BuildersQuery,
        ProfilesImport,
        Rebuild,
        Doctor,
      ],
    };
  }
}
