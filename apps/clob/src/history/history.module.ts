import { Module } from '@nestjs/common';
import { BooksModule } from '../books/books.module';
import { HistoryController } from './history.controller';
import { HistoryService } from './history.service';

@Module({ imports: [BooksModule], controllers: [HistoryController], providers: [HistoryService] })
export class HistoryModule {}
