import { Module } from '@nestjs/common';
import { BookViewsModule } from '../book-views/book-views.module';
import { EngineModule } from '../engine/engine.module';
import { MarketDirectoryModule } from '../market-directory/market-directory.module';
import { BookAnswers } from './book-answers';
import { BooksController } from './books.controller';
import { BooksService } from './books.service';
import { WholeMarket } from './whole-market';

/** Some 3 kB a token, if all of its answers are asked for; a deep book has hundreds. */
const KEPT_BYTES_MAX = 64 * 1024 * 1024;

@Module({
  imports: [BookViewsModule, EngineModule, MarketDirectoryModule],
  controllers: [BooksController],
  providers: [BooksService, WholeMarket, { provide: BookAnswers, useFactory: () => new BookAnswers(KEPT_BYTES_MAX) }],
  exports: [BooksService],
})
export class BooksModule {}
