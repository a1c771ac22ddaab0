import { Module } from '@nestjs/common';
import { MarketFiguresController } from './market-figures.controller';
import { MarketFiguresQuery } from './market-figures.query';

@Module({ controllers: [MarketFiguresController], providers: [MarketFiguresQuery], exports: [MarketFiguresQuery] })
export class MarketFiguresModule {}
