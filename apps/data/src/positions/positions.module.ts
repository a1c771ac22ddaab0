import { Module } from '@nestjs/common';
import { PositionsController } from './positions.controller';
import { PositionsQuery } from './positions.query';

@Module({ controllers: [PositionsController], providers: [PositionsQuery], exports: [PositionsQuery] })
export class PositionsModule {}
