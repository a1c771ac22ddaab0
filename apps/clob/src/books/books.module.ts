import { Module } from '@nestjs/common';
import { BookViewsModule } from '../book-views/book-views.module';
import { EngineModule } from '../engine/engine.module';
import { MarketDirectoryModule } from '../market-directory/market-directory.module';
import { BooksController } from './books.controller';
import { BooksService } from './books.service';
import { WholeMarket } from './whole-market';

@Module({
  imports: [BookViewsModule, EngineModule, MarketDirectoryModule],
  controllers: [BooksController],
  providers: [BooksService, WholeMarket],
  exports: [BooksService],
})
export class BooksModule {}
