import { Module } from '@nestjs/common';
import { BookViewsModule } from '../book-views/book-views.module';
import { EngineModule } from '../engine/engine.module';
import { MarketDirectoryModule } from '../market-directory/market-directory.module';
import { BookAnswers } from './book-answers';
import { BooksController } from './books.controller';
import { BooksService } from './books.service';

@Module({
  imports: [BookViewsModule, EngineModule, MarketDirectoryModule],
  controllers: [BooksController],
  providers: [BooksService, BookAnswers],
  exports: [BooksService],
})
export class BooksModule {}
