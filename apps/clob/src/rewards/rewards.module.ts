import { Module } from '@nestjs/common';
import { RecordModule } from '../record/record.module';
import { BookViewsModule } from '../book-views/book-views.module';
import { EngineModule } from '../engine/engine.module';
import { LedgerModule } from '../ledger/ledger.module';
import { MarketDirectoryModule } from '../market-directory/market-directory.module';
import { RewardSampler } from './reward-sampler';
import { RewardsReportQuery } from './rewards-report.query';
import { RewardsStore } from './rewards.store';
import { ScoringController } from './scoring.controller';
import { ScoringService } from './scoring.service';

@Module({
  imports: [RecordModule, BookViewsModule, EngineModule, LedgerModule, MarketDirectoryModule],
  controllers: [ScoringController],
  providers: [ScoringService, RewardSampler, RewardsReportQuery, RewardsStore],
  exports: [RewardsReportQuery, RewardsStore],
})
export class RewardsModule {}
