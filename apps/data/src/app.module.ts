import { Module, type DynamicModule } from '@nestjs/common';
import type { DataConfig } from './data.config';
import { ActivityModule } from './activity/activity.module';
import { BuildersModule } from './builders/builders.module';
import { HoldersModule } from './holders/holders.module';
import { LeaderboardModule } from './leaderboard/leaderboard.module';
import { LiveDataModule } from './live-data/live-data.module';
import { MarketFiguresModule } from './market-figures/market-figures.module';
import { OpsModule } from './ops/ops.module';
import { PlatformModule } from './platform.module';
import { PositionsModule } from './positions/positions.module';
import { PublicModule } from './public/public.module';
import { TradesModule } from './trades/trades.module';

/** The data service: events in, reads out. The module that owns a port binds it to its adapter. */
@Module({})
export class AppModule {
  static forRoot(config: DataConfig): DynamicModule {
    const imports = [
      PlatformModule.forRoot(config),
      ActivityModule,
      HoldersModule,
      PositionsModule,
      TradesModule,
      MarketFiguresModule,
      BuildersModule,
      LeaderboardModule,
      LiveDataModule.forRoot(config.trustedProxies),
      PublicModule,
      OpsModule,
    ];
    return { module: AppModule, imports };
  }
}
