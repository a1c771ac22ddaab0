import { Module } from '@nestjs/common';
import { RecordModule } from '../record/record.module';
import { LedgerModule } from '../ledger/ledger.module';
import { MarketDirectoryModule } from '../market-directory/market-directory.module';
import { BuilderTradesController } from './builder-trades.controller';
import { LiveActivityController } from './live-activity.controller';
import { TradesController } from './trades.controller';
import { TradesQuery } from './trades.query';

@Module({
  imports: [RecordModule, MarketDirectoryModule, LedgerModule],
  controllers: [TradesController, BuilderTradesController, LiveActivityController],
  providers: [TradesQuery],
})
export class TradesModule {}
