import { Module } from '@nestjs/common';
import { RecordModule } from '../record/record.module';
import { GeoblockModule } from '../geoblock/geoblock.module';
import { EngineModule } from '../engine/engine.module';
import { KeysModule } from '../keys/keys.module';
import { LedgerModule } from '../ledger/ledger.module';
import { MarketDirectoryModule } from '../market-directory/market-directory.module';
import { CancelService } from './cancel.service';
import { DryRunController } from './dry-run.controller';
import { FirstAnswers } from './first-answers.query';
import { OpenOrdersController } from './open-orders.controller';
import { OpenOrdersQuery } from './open-orders.query';
import { OrdersController } from './orders.controller';
import { PlacementService } from './placement.service';
import { RehearsalService } from './rehearsal.service';

@Module({
  imports: [GeoblockModule, RecordModule, MarketDirectoryModule, EngineModule, KeysModule, LedgerModule],
  controllers: [OrdersController, DryRunController, OpenOrdersController],
  exports: [PlacementService],
  providers: [PlacementService, CancelService, FirstAnswers, OpenOrdersQuery, RehearsalService],
})
export class OrdersModule {}
