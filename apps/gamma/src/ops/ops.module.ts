import { Module } from '@nestjs/common';
import { ExchangeEventsModule } from '../trading-events/events.module';
import { JournalModule } from '../journal/journal.module';
import { DoctorQuery } from './doctor.query';
import { EventsController } from './events.controller';

@Module({ imports: [ExchangeEventsModule, JournalModule], controllers: [EventsController], providers: [DoctorQuery] })
export class OpsModule {}
