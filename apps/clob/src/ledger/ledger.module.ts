import { Module } from '@nestjs/common';
import { NoticesModule } from '../notices/notices.module';
import { RecordModule } from '../record/record.module';
import { BalancesQuery } from './balances.query';
import { WalletLinks } from './wallet-links';

/** State: what wallets hold, and who acts for which. */
@Module({
  imports: [NoticesModule, RecordModule],
  providers: [BalancesQuery, WalletLinks],
  exports: [BalancesQuery, WalletLinks],
})
export class LedgerModule {}
