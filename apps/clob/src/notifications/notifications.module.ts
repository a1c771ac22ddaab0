import { Module } from '@nestjs/common';
import { RecordModule } from '../record/record.module';
import { LedgerModule } from '../ledger/ledger.module';
import { MarketDirectoryModule } from '../market-directory/market-directory.module';
import { NotificationsController } from './notifications.controller';
import { NotificationsQuery } from './notifications.query';

@Module({
  imports: [RecordModule, LedgerModule, MarketDirectoryModule],
  controllers: [NotificationsController],
  providers: [NotificationsQuery],
})
export class NotificationsModule {}
