import { Module } from '@nestjs/common';
import { BookViewsModule } from '../book-views/book-views.module';
import { EngineModule } from '../engine/engine.module';
import { MarketDirectoryModule } from '../market-directory/market-directory.module';
import { MarketMeasurer } from './market-measurer';

@Module({ imports: [BookViewsModule, EngineModule, MarketDirectoryModule], providers: [MarketMeasurer] })
export class MeasuresModule {}
