import { Module } from '@nestjs/common';
import { NoticesModule } from '../notices/notices.module';
import { RecordModule } from '../record/record.module';
import { BalancesQuery } from './balances.query';
import { WalletLinks } from './wallet-links';

/** State module: wallets' balances, and which key acts for which wallet. */
@Module({
  imports: [NoticesModule, RecordModule],
  providers: [BalancesQuery, WalletLinks],
  exports: [BalancesQuery, WalletLinks],
})
export class LedgerModule {}
