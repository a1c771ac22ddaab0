import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module';
import { MarketDirectoryModule } from '../market-directory/market-directory.module';
import { NotificationsController } from './notifications.controller';
import { NotificationsQuery } from './notifications.query';

@Module({
  imports: [LedgerModule, MarketDirectoryModule],
  controllers: [NotificationsController],
  providers: [NotificationsQuery],
})
export class NotificationsModule {}
