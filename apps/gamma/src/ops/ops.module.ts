import { Module } from '@nestjs/common';
import { JournalModule } from '../journal/journal.module';
import { DoctorQuery } from './doctor.query';
import { FactsController } from './facts.controller';

@Module({ imports: [JournalModule], controllers: [FactsController], providers: [DoctorQuery] })
export class OpsModule {}
