import { Module } from '@nestjs/common';
import { FactsModule } from '../facts/facts.module';
import { JournalModule } from '../journal/journal.module';
import { DoctorQuery } from './doctor.query';
import { FactsController } from './facts.controller';

@Module({ imports: [FactsModule, JournalModule], controllers: [FactsController], providers: [DoctorQuery] })
export class OpsModule {}
