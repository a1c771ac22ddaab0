import { Module } from '@nestjs/common';
import { EngineModule } from '../engine/engine.module';
import { LedgerModule } from '../ledger/ledger.module';
import { MarketDirectoryModule } from '../market-directory/market-directory.module';
import { BalanceAllowanceController } from './balance-allowance.controller';
import { PositionsController } from './positions.controller';

@Module({
  imports: [EngineModule, LedgerModule, MarketDirectoryModule],
  controllers: [BalanceAllowanceController, PositionsController],
})
export class FundsModule {}
