import { Module } from '@nestjs/common';
import { JournalModule } from '../journal/journal.module';
import { CatalogDoctor } from './catalog.doctor';
import { FactsController } from './facts.controller';

@Module({ imports: [JournalModule], controllers: [FactsController], providers: [CatalogDoctor] })
export class OpsModule {}
