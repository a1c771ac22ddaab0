import { Module } from '@nestjs/common';
import { RecordModule } from '../record/record.module';
import { BookViewsModule } from '../book-views/book-views.module';
import { EngineModule } from '../engine/engine.module';
import { FundsModule } from '../funds/funds.module';
import { LedgerModule } from '../ledger/ledger.module';
import { MarketDirectoryModule } from '../market-directory/market-directory.module';
import { MarketsModule } from '../markets/markets.module';
import { NoticesModule } from '../notices/notices.module';
import { DayRebates } from './day-rebates.query';
import { DayTradesQuery } from './day-trades.query';
import { EarnedRewardsQuery } from './earned-rewards.query';
import { RewardMarketsController } from './reward-markets.controller';
import { RewardMarketsService } from './reward-markets.service';
import { RewardPayments } from './reward-payments';
import { RewardSampler } from './reward-sampler';
import { RewardsReportQuery } from './rewards-report.query';
import { RewardsStore } from './rewards.store';
import { ScoringController } from './scoring.controller';
import { ScoringService } from './scoring.service';
import { UserRewardsController } from './user-rewards.controller';

@Module({
  imports: [
    RecordModule,
    BookViewsModule,
    EngineModule,
    FundsModule,
    LedgerModule,
    MarketDirectoryModule,
    MarketsModule,
    NoticesModule,
  ],
  controllers: [ScoringController, RewardMarketsController, UserRewardsController],
  providers: [
    ScoringService,
    RewardSampler,
    EarnedRewardsQuery,
    RewardsReportQuery,
    RewardMarketsService,
    DayTradesQuery,
    DayRebates,
    RewardPayments,
    RewardsStore,
  ],
  exports: [DayTradesQuery, RewardPayments, RewardsReportQuery, RewardsStore],
})
export class RewardsModule {}
