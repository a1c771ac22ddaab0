import { Module } from '@nestjs/common';
import { CacheModule } from '../cache/cache.module';
import { JournalModule } from '../journal/journal.module';
import { ImportController } from './import.controller';
import { ImportService } from './import.service';

@Module({ imports: [CacheModule, JournalModule], controllers: [ImportController], providers: [ImportService] })
export class ImportModule {}
