import { Module } from '@nestjs/common';
import { RecordModule } from '../record/record.module';
import { BookViewsModule } from '../book-views/book-views.module';
import { EngineModule } from '../engine/engine.module';
import { MarketDirectoryModule } from '../market-directory/market-directory.module';
import { BuilderFeesController } from './builder-fees.controller';
import { MarketInfoController } from './market-info.controller';
import { MarketRecords } from './market-records';
import { MarketRecordsQuery } from './market-record.query';
import { MarketsController } from './markets.controller';

@Module({
  imports: [RecordModule, BookViewsModule, EngineModule, MarketDirectoryModule],
  controllers: [MarketsController, MarketInfoController, BuilderFeesController],
  providers: [MarketRecordsQuery, MarketRecords],
  exports: [MarketRecordsQuery, MarketRecords],
})
export class MarketsModule {}
