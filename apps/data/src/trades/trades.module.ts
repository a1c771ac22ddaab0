import { Module } from '@nestjs/common';
import { TradesController } from './trades.controller';
import { TradesQuery } from './trades.query';

@Module({ controllers: [TradesController], providers: [TradesQuery] })
export class TradesModule {}
