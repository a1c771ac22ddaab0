import { Module } from '@nestjs/common';
import { NoticesModule } from '../notices/notices.module';
import { RecordModule } from '../record/record.module';
import { BalancesQuery } from './balances.query';
import { PendingCredits } from './pending-credits';
import { WalletLinks } from './wallet-links';

/** State module: wallets' balances, and which key acts for which wallet. */
@Module({
  imports: [NoticesModule, RecordModule],
  providers: [BalancesQuery, PendingCredits, WalletLinks],
  exports: [BalancesQuery, PendingCredits, WalletLinks],
})
export class LedgerModule {}
