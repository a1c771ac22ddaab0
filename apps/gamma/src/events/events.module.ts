import { Module } from '@nestjs/common';
import { CacheModule } from '../cache/cache.module';
import { EventsController } from './events.controller';
import { EventsQuery } from './events.query';

@Module({ imports: [CacheModule], controllers: [EventsController], providers: [EventsQuery] })
export class EventsModule {}
