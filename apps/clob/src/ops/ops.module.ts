import { Module } from '@nestjs/common';
import { RecordModule } from '../record/record.module';
import { BansModule } from '../bans/bans.module';
import { BookViewsModule } from '../book-views/book-views.module';
import { EngineModule } from '../engine/engine.module';
import { FundsModule } from '../funds/funds.module';
import { KeysModule } from '../keys/keys.module';
import { LedgerModule } from '../ledger/ledger.module';
import { MarketDirectoryModule } from '../market-directory/market-directory.module';
import { NoticesModule } from '../notices/notices.module';
import { ReportsModule } from '../reports/reports.module';
import { RewardsModule } from '../rewards/rewards.module';
import { Examiner } from './examiner';
import { StoredKeysQuery } from './stored-keys.query';
import { KeysOpsController } from './keys-ops.controller';
import { LedgerOpsController } from './ledger-ops.controller';
import { MarketRefs } from './market-ref';
import { MarketsOpsController } from './markets-ops.controller';
import { OpenOrderCounts } from './open-order-counts.query';
import { ResolutionsOpsController } from './resolutions-ops.controller';
import { RewardsOpsController } from './rewards-ops.controller';
import { SystemOpsController } from './system-ops.controller';

/** Operator commands on the state of all modules. */
@Module({
  imports: [
    RecordModule,
    BansModule,
    BookViewsModule,
    EngineModule,
    FundsModule,
    KeysModule,
    LedgerModule,
    MarketDirectoryModule,
    NoticesModule,
    ReportsModule,
    RewardsModule,
  ],
  controllers: [
    MarketsOpsController,
    ResolutionsOpsController,
    LedgerOpsController,
    KeysOpsController,
    RewardsOpsController,
    SystemOpsController,
  ],
  providers: [MarketRefs, OpenOrderCounts, StoredKeysQuery, Examiner],
})
export class OpsModule {}
