import { Module } from '@nestjs/common';
import { GeoblockModule } from '../geoblock/geoblock.module';
import { EngineModule } from '../engine/engine.module';
import { LedgerModule } from '../ledger/ledger.module';
import { MarketDirectoryModule } from '../market-directory/market-directory.module';
import { BalanceAllowanceController } from './balance-allowance.controller';
import { Movements } from './movements';
import { PendingCredits } from './pending-credits';
import { PositionsController } from './positions.controller';

@Module({
  imports: [GeoblockModule, EngineModule, LedgerModule, MarketDirectoryModule],
  controllers: [BalanceAllowanceController, PositionsController],
  providers: [Movements, PendingCredits],
  exports: [Movements, PendingCredits],
})
export class FundsModule {}
