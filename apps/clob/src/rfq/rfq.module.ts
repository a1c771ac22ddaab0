import { Module } from '@nestjs/common';
import { PrismaModule } from '@foretell/platform-prisma';
import { EngineModule } from '../engine/engine.module';
import { GeoblockModule } from '../geoblock/geoblock.module';
import { KeysModule } from '../keys/keys.module';
import { LedgerModule } from '../ledger/ledger.module';
import { MarketDirectoryModule } from '../market-directory/market-directory.module';
import { OrdersModule } from '../orders/orders.module';
import { RecordModule } from '../record/record.module';
import { BarredOffers } from './rfq-barred.query';
import { RfqDataController } from './rfq-data.controller';
import { RfqExecution } from './rfq-execution.service';
import { RfqFates } from './rfq-fates.query';
import { RfqLists } from './rfq-lists.query';
import { RfqController } from './rfq.controller';
import { RfqService } from './rfq.service';
import { RfqStore } from './rfq.store';

/** Requests for quotes, quotes, and their execution. */
@Module({
  imports: [
    EngineModule,
    GeoblockModule,
    KeysModule,
    LedgerModule,
    MarketDirectoryModule,
    OrdersModule,
    PrismaModule,
    RecordModule,
  ],
  controllers: [RfqController, RfqDataController],
  providers: [BarredOffers, RfqExecution, RfqFates, RfqLists, RfqService, RfqStore],
})
export class RfqModule {}
