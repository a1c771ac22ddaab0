import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module';
import { TradesController } from './trades.controller';
import { TradesQuery } from './trades.query';

@Module({ imports: [ActivityModule], controllers: [TradesController], providers: [TradesQuery] })
export class TradesModule {}
