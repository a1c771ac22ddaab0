import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module';
import { BuildersModule } from '../builders/builders.module';
import { HoldersModule } from '../holders/holders.module';
import { LeaderboardModule } from '../leaderboard/leaderboard.module';
import { MarketFiguresModule } from '../market-figures/market-figures.module';
import { PositionsModule } from '../positions/positions.module';
import { ProfitModule } from '../profit/profit.module';
import { AccountingSnapshot } from './accounting-snapshot';
import { MarketPositionsQuery } from './market-positions.query';
import { PnlController } from './pnl.controller';
import { ProfileQuery } from './profile.query';
import { PublicListsController } from './public-lists.controller';
import { RowsQuery } from './rows.query';
import { TokenNames } from './token-names.query';
import { TradedQuery } from './traded.query';
import { V2Controller } from './v2.controller';
import { TokensQuery } from './tokens.query';
import { V2RankingsController } from './v2-rankings.controller';
import { V2TokensController } from './v2-tokens.controller';
import { WalletFigures } from './wallet-figures';
import { WalletsController } from './wallets.controller';
import { Winners } from './winners';

/** The public response format: the requests of published clients. */
@Module({
  imports: [ActivityModule, BuildersModule, HoldersModule, LeaderboardModule, MarketFiguresModule, PositionsModule, ProfitModule],
  controllers: [PnlController, PublicListsController, V2Controller, V2RankingsController, V2TokensController, WalletsController],
  providers: [
    RowsQuery,
    TradedQuery,
    TokenNames,
    TokensQuery,
    MarketPositionsQuery,
    ProfileQuery,
    WalletFigures,
    Winners,
    AccountingSnapshot,
  ],
})
export class PublicModule {}
