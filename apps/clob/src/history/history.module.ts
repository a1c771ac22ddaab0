import { Module } from '@nestjs/common';
import { RecordModule } from '../record/record.module';
import { BooksModule } from '../books/books.module';
import { HistoryController } from './history.controller';
import { HistoryQuery } from './history.query';
import { HistoryService } from './history.service';

@Module({ imports: [RecordModule, BooksModule], controllers: [HistoryController], providers: [HistoryService, HistoryQuery] })
export class HistoryModule {}
